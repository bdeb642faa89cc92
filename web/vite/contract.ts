import type { ESTree, Plugin } from 'vite';

/** Fields of an endpoint that the page uses at run time. It needs the rest of the contract only as types. */
const read = new Set(['method', 'path', 'access', 'image', 'files']);

/** A file of the contract, in a wing or beside them. */
export const contractFile = /common[\\/]contract[\\/](?:[\w-]+[\\/])?[\w-]+\.ts$/;

type Node = ESTree.Node;

interface Span {
  start: number;
  end: number;
}

const isLarger = (a: Span, b: Span) => a.end - a.start > b.end - b.start;

function visit(node: unknown, each: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, each);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) each(node as Node);
    for (const value of Object.values(node)) visit(value, each);
  }
}

/**
 * Returns the call of `z.enum` in a chain of calls on `z`, or `z` itself for another chain; undefined for any other
 * node.
 */
function schemaIn(node: Node): Node | undefined {
  if (node.type === 'Identifier') return node.name === 'z' ? node : undefined;
  if (node.type === 'MemberExpression') return schemaIn(node.object);
  if (node.type !== 'CallExpression') return undefined;
  const { callee } = node;
  const isEnum =
    callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'enum';
  return isEnum && callee.object.type === 'Identifier' && callee.object.name === 'z' ? node : schemaIn(callee);
}

/**
 * Removes the contract's schemas, sentences and examples from the bundle (decision 0007). A schema is any value of the inert
 * `z` that takes the place of zod there, but an enumeration keeps its options.
 */
export function bareContract(): Plugin {
  return {
    name: 'bare-contract',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: contractFile },
      handler(code) {
        const edits: { start: number; end: number; text: string }[] = [];
        visit(this.parse(code), node => {
          const schema = node.type === 'CallExpression' ? schemaIn(node) : undefined;
          if (schema) edits.push({ start: node.start, end: node.end, text: code.slice(schema.start, schema.end) });
          else if (
            node.type === 'CallExpression' &&
            node.callee.type === 'MemberExpression' &&
            node.callee.property.type === 'Identifier' &&
            node.callee.property.name === 'meta'
          )
            edits.push({ start: node.callee.object.end, end: node.end, text: '' });
          if (node.type === 'VariableDeclarator' && node.init?.type === 'CallExpression') {
            edits.push({ start: node.init.start, end: node.init.start, text: '/* @__PURE__ */ ' });
          }
          if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return;
          const [first] = node.arguments;
          if (node.callee.name === 'event' && first) {
            edits.push({ start: first.start, end: node.end - 1, text: '' });
          }
          if (node.callee.name !== 'endpoint' || first?.type !== 'ObjectExpression') return;
          const kept = first.properties.filter(
            property =>
              property.type === 'Property' && property.key.type === 'Identifier' && read.has(property.key.name),
          );
          const text = kept.map(({ start, end }) => code.slice(start, end)).join(',');
          edits.push({ start: first.start, end: first.end, text: `{${text}}` });
        });
        let result = code;
        // An edit inside another edited part is dropped with that part.
        const outer = edits.filter(
          edit =>
            !edits.some(one => one !== edit && one.start <= edit.start && one.end >= edit.end && isLarger(one, edit)),
        );
        for (const { start, end, text } of outer.sort((a, b) => b.start - a.start)) {
          result = result.slice(0, start) + text + result.slice(end);
        }
        return { code: result, map: null };
      },
    },
  };
}

import type { ESTree, Plugin } from 'vite';

/** Fields of an endpoint that the page uses at run time. It needs the rest of the contract only as types. */
const read = new Set(['method', 'path', 'access', 'image', 'files']);

/** A file of the contract, in a wing or beside them. */
export const contractFile = /common[\\/]contract[\\/](?:[\w-]+[\\/])?[\w-]+\.ts$/;

type Node = ESTree.Node;

function visit(node: unknown, each: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, each);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) each(node as Node);
    for (const value of Object.values(node)) visit(value, each);
  }
}

/** Removes the contract's schemas, sentences and examples from the bundle (decision 0007). */
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
        for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
          result = result.slice(0, start) + text + result.slice(end);
        }
        return { code: result, map: null };
      },
    },
  };
}

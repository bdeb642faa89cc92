import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ExportReaders } from './readers.ts';

/** Makes readers of exports; connections in `slow` read slowly. */
function start() {
  const slow = new Set<Socket>();
  const isSlow = (socket: Socket) => slow.has(socket);
  const letGo = (socket: Socket) => void (socket as unknown as EventEmitter).emit('close');
  const readers = new ExportReaders({ isSlow, letGo } as ConstructorParameters<typeof ExportReaders>[0]);
  let people = 0;
  /** Enters, as a new person unless one is named; returns the refusal, if any, and the connection. */
  const enter = (address: string, person = `person ${people}`) => {
    people += 1;
    const socket = new EventEmitter() as unknown as Socket;
    const response = Object.assign(new EventEmitter(), { socket }) as unknown as ServerResponse;
    (socket as unknown as EventEmitter).once('close', () => response.emit('close'));
    try {
      readers.enter(person, { address, response });
      return { code: undefined, socket };
    } catch (error) {
      return { code: (error as { code?: string }).code, socket };
    }
  };
  const codes = (address: string, count: number) => Array.from({ length: count }, () => enter(address).code);
  return { enter, codes, slow };
}

test('Exports read at once are eight of one address, and others are let in', () => {
  const { codes } = start();
  expect(codes('192.0.2.1', 9)).toEqual([...Array(8), 'export_in_progress']);
  expect(codes('192.0.2.2', 1)).toEqual([undefined]);
});

test('Exports read at once are thirty-two of all addresses together', () => {
  const { codes } = start();
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'])
    expect(codes(address, 8)).toEqual(Array(8));
  expect(codes('192.0.2.5', 1)).toEqual(['export_in_progress']);
});

test('A slow reader of an export makes room for another of its address, and for one only', () => {
  const { enter, codes, slow } = start();
  const { socket } = enter('192.0.2.1');
  expect(codes('192.0.2.1', 7)).toEqual(Array(7));
  slow.add(socket);
  expect(codes('192.0.2.1', 2)).toEqual([undefined, 'export_in_progress']);
});

test('A person reads one export at once, wherever they are, and the next once that one has left', () => {
  const { enter } = start();
  const { socket } = enter('192.0.2.1', 'camille');
  expect(enter('192.0.2.2', 'camille').code).toBe('export_in_progress');
  expect(enter('192.0.2.2', 'karim').code).toBeUndefined();
  socket.emit('close');
  expect(enter('192.0.2.2', 'camille').code).toBeUndefined();
});

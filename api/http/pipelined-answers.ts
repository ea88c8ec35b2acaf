import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes all answers of a connection when it closes. A client may send calls one behind the other, and Node closes only the
 * answer whose turn it is: without this, what the other calls hold until their answer closes would be held for good.
 */
export function closePipelinedAnswers(server: Server): void {
  const open = new WeakMap<Socket, Set<ServerResponse>>();
  const answersOf = (socket: Socket) => {
    const known = open.get(socket);
    if (known !== undefined) return known;
    const answers = new Set<ServerResponse>();
    open.set(socket, answers);
    socket.once('close', () => answers.forEach(closeUnsent));
    return answers;
  };
  server.prependListener('request', ({ socket }, answer) => {
    const answers = answersOf(socket);
    answers.add(answer);
    answer.once('close', () => answers.delete(answer));
  });
}

/** Does what Node does with the answer whose turn it is; that one and those that were sent are left to Node. */
function closeUnsent(answer: ServerResponse): void {
  if (answer.socket !== null || answer.writableFinished) return;
  answer.destroy();
  answer.emit('close');
}

import { portsOfServer } from '../../../support/listening-ports.ts';
import { isTaken, pageCalls, sendPageCall } from '../../../support/page-commands.ts';
import type { Attack } from '../attack.ts';

/** A page that an operator has open reaches every port of the machine, in front of its firewall. */
export const webPages: Attack = {
  name: 'web-pages',
  title: 'commands to each port of the embedded Temporal server that a page of another site can send from a browser',
  play: async ({ addresses, complain, count }) => {
    // The list of ports is that of Linux.
    if (process.platform !== 'linux') return;
    const { temporalPort, temporalUiPort, temporalNamespace } = addresses;
    for (const port of await portsOfServer(temporalPort)) {
      for (const call of pageCalls(port, temporalNamespace, port !== temporalUiPort)) {
        count('commands of pages');
        if (isTaken(await sendPageCall(call))) complain(`a ${call.page} page sent a command: ${JSON.stringify(call)}`);
      }
    }
  },
};

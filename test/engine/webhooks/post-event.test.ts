import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { mistakeInWebhookUrl } from '../../../engine/webhooks/check-url.ts';
import { postEvent } from '../../../engine/webhooks/post-event.ts';
import type { PostOptions } from '../../../engine/webhooks/post-event.ts';
import { createWebhookSecret } from '../../../engine/webhooks/secret.ts';
import { signEvent } from '../../../engine/webhooks/sign-event.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../../support/webhook-receiver.ts';

const EVENT = { uid: randomUUID(), type: 'job.finished', at: new Date(), data: { id: 7 } } as const;

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver.close());

const post = (options: Partial<PostOptions> = {}, url = receiver.url) =>
  postEvent(url, signEvent(EVENT, [createWebhookSecret()], new Date()), {
    signal: new AbortController().signal,
    allowPrivateUrls: true,
    ...options,
  });

describe('an attempt to deliver an event', () => {
  it.each([200, 204, 299])('succeeds with the status %i', async (status) => {
    receiver.answer(status);
    expect(await post()).toEqual({ status, error: null });
  });

  it.each([400, 404, 410, 500, 503])('fails with the status %i', async (status) => {
    receiver.answer(status);
    expect(await post()).toEqual({ status, error: `Answered ${status}.` });
  });

  it('follows no redirect', async () => {
    receiver.answer(302);
    const before = receiver.requests();
    expect(await post()).toEqual({ status: 302, error: 'Answered 302: redirects are not followed.' });
    expect(receiver.requests()).toBe(before + 1);
  });

  it('fails when the receiver does not answer in time', async () => {
    receiver.answer('silent');
    expect(await post({ timeoutMs: 100 })).toEqual({ status: null, error: 'No answer within 0.1 s.' });
  });

  it('fails when the connection is closed, in words without the URL', async () => {
    receiver.answer('away');
    expect(await post()).toEqual({ status: null, error: 'The connection failed (UND_ERR_SOCKET).' });
  });

  it('ends with its signal', async () => {
    receiver.answer('silent');
    const controller = new AbortController();
    const before = receiver.requests();
    const ended = expect(post({ signal: controller.signal })).rejects.toThrow('The worker stops.');
    await receiver.untilRequested(before + 1);
    controller.abort(new Error('The worker stops.'));
    await ended;
  });
});

describe('an attempt at a private address', () => {
  const refused = { status: null, error: 'The address of the host is not public.' };

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://10.0.0.1/',
    'https://0x7f.1/',
  ])('is refused: %s', async (url) => {
    expect(await post({ allowPrivateUrls: false }, url)).toEqual(refused);
  });

  it('is refused when a name resolves to it at the time of the attempt, in the words for a name that does not exist', async () => {
    const resolving: PostOptions['lookup'] = (_name, _options, callback) =>
      callback(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    const failing: PostOptions['lookup'] = (_name, _options, callback) =>
      callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), '');
    const error = 'The name of the host was not found, or leads to an address that is not public.';
    for (const lookup of [resolving, failing]) {
      const result = await post({ allowPrivateUrls: false, lookup }, 'https://hooks.example.com/');
      expect(result).toEqual({ status: null, error });
    }
  });

  it('is refused over http, also when the endpoint was created while that was allowed', async () => {
    expect(await post({ allowPrivateUrls: false })).toEqual({
      status: null,
      error: 'The URL must begin with https://.',
    });
  });
});

describe('the URL of an endpoint', () => {
  it.each([
    ['not a url', 'is not a valid URL'],
    ['http://hooks.example.com/', 'must begin with https://'],
    ['ftp://hooks.example.com/', 'must begin with https://'],
    ['file:///etc/passwd', 'must begin with https://'],
    [
      'https://ann:secret@hooks.example.com/',
      'cannot have a user name or password: verify the signature of the events',
    ],
    [`https://hooks.example.com/${'x'.repeat(2_000)}`, 'is too long (maximum is 2000)'],
    ['https://hooks.example.com/sluice?token=1', null],
  ])('is checked: %s', (url, mistake) => {
    expect(mistakeInWebhookUrl(url, false)).toBe(mistake);
  });

  it('may be http where private URLs are allowed', () => {
    expect(mistakeInWebhookUrl('http://127.0.0.1:4000/', true)).toBeNull();
  });
});

describe('the signature of an event', () => {
  it('is verified by each of its secrets with the library of the scheme, and by no other', () => {
    const secrets = [createWebhookSecret(), createWebhookSecret()];
    const { body, headers } = signEvent(EVENT, secrets, new Date());
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'job.finished', data: { id: 7 } });
    }
    expect(() => new Webhook(createWebhookSecret()).verify(body, headers)).toThrow('No matching signature');
  });

  it('has the same id and body at every attempt', () => {
    const [first, later] = [0, 3_600_000].map((ms) => signEvent(EVENT, [createWebhookSecret()], new Date(ms)));
    expect(later?.body).toBe(first?.body);
    expect(later?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(later?.headers['webhook-timestamp']).toBe('3600');
  });
});

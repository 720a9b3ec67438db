import { beforeEach, expect, test, vi } from 'vitest';

/** The server's answers, each of which a test lets go when it likes. */
let answers: Record<string, (body: object, status?: number) => void>;
let identity: typeof import('../../src/lib/identity.svelte').identity;

const ANNA = { id: 'a', name: 'Anna', kind: 'account' };

beforeEach(async () => {
  answers = {};
  vi.stubGlobal('fetch', (url: string) => {
    const path = url.replace('/api/v1', '');
    return new Promise<Response>((resolve) => {
      answers[path] = (body, status = 200) => resolve(Response.json(body, { status }));
    });
  });
  vi.resetModules();
  ({ identity } = await import('../../src/lib/identity.svelte'));
});

const asked = (path: string) => vi.waitFor(() => expect(answers[path]).toBeDefined());

async function signIn(): Promise<void> {
  const signed = identity.sign('/sessions', 'anna', 'secret');
  await asked('/sessions');
  answers['/sessions']!(ANNA);
  await signed;
}

test('look_answered_after_signing_in_keeps_the_account', async () => {
  const looking = identity.look();
  await asked('/sessions/current');
  await signIn();
  answers['/sessions/current']!({ person: null });
  expect(await looking).toEqual(ANNA);
  expect(identity.person).toEqual(ANNA);
});

test('look_that_fails_after_signing_in_keeps_the_account', async () => {
  const looking = identity.look();
  await asked('/sessions/current');
  await signIn();
  answers['/sessions/current']!({ code: 'unavailable', message: '', params: {}, rule: null }, 503);
  expect(await looking).toEqual(ANNA);
});

test('look_answered_after_the_session_has_ended_changes_no_identity', async () => {
  const looking = identity.look();
  await asked('/sessions/current');
  identity.end();
  answers['/sessions/current']!({ person: ANNA });
  expect(await looking).toBeNull();
  expect(identity.person).toBeNull();
});

test('look_that_fails_is_asked_again', async () => {
  const failing = identity.look();
  await asked('/sessions/current');
  answers['/sessions/current']!({ code: 'unavailable', message: '', params: {}, rule: null }, 503);
  await expect(failing).rejects.toMatchObject({ code: 'unavailable' });
  delete answers['/sessions/current'];
  const looking = identity.look();
  await asked('/sessions/current');
  answers['/sessions/current']!({ person: ANNA });
  expect(await looking).toEqual(ANNA);
});

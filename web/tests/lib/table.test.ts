import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ApiError } from '../../src/lib/api';
import { identity } from '../../src/lib/identity.svelte';
import type { LiveSocket } from '../../src/lib/socket.svelte';
import { mergeMoves, Table } from '../../src/lib/table.svelte';
import type { LoggedEvent, Played, TableInfo, UpdateMessage, View } from '../../src/lib/wire';

const played = (ply: number, move = `m${ply}`): Played => ({
  ply,
  seat: ply % 2,
  move,
  effect: { move, kind: 'take', seat: ply % 2, next: null, ends: false },
});

const info = (ply: number, seq: number) =>
  ({ ply, seq, number: ply, status: 'running' }) as TableInfo;

function update(ply: number, seq: number, more: Partial<UpdateMessage> = {}): UpdateMessage {
  const view = { number: ply, ply } as View;
  return { type: 'update', table: 't', seq, events: [], info: info(ply, seq), view, ...more };
}

/** A socket that answers at once. */
function tableWith(request: (message: Record<string, unknown>) => unknown): Table {
  const socket = {
    request: async (message: Record<string, unknown>) => request(message),
  };
  return new Table('t', null, socket as unknown as LiveSocket);
}

test('history grows by played moves', () => {
  const moveHistory = mergeMoves([played(0)], [played(1), played(2)], 3);
  expect(moveHistory.map(({ ply }) => ply)).toEqual([0, 1, 2]);
});

test('undo shortens the history, and another move follows', () => {
  const shorter = mergeMoves([played(0), played(1)], [], 1);
  expect(shorter.map(({ move }) => move)).toEqual(['m0']);
  const other = mergeMoves(shorter, [played(1, 'other')], 2);
  expect(other.map(({ move }) => move)).toEqual(['m0', 'other']);
});

test('complete history with an undo has the remaining moves', () => {
  const history = [played(0), played(1), played(2), played(1, 'other')];
  expect(mergeMoves([], history, 2).map(({ move }) => move)).toEqual(['m0', 'other']);
});

test('chat lines are announced once, however often they are sent', () => {
  const table = tableWith(() => undefined);
  const said: LoggedEvent = {
    seq: 5,
    event: { kind: 'said', at: 1, who: { kind: 'person', id: 'ann', name: 'Ann' }, text: 'hello' },
  };
  table.onMessage(update(0, 5, { events: [said] }));
  table.onMessage(update(0, 5, { events: [said] }));
  expect(table.chatLines).toMatchObject([{ name: 'Ann', text: 'hello' }]);
});

test('log has the events between the moves', () => {
  const table = tableWith(() => undefined);
  const events: LoggedEvent[] = [
    { seq: 3, event: { kind: 'paused', at: 1 } },
    { seq: 4, event: { kind: 'undone', at: 1, moves: 2 } },
    { seq: 5, event: { kind: 'forfeited', at: 1, seat: 0, reason: 'resigned' } },
  ];
  table.onMessage(update(0, 5, { events }));
  expect(table.incidents.map(({ event }) => event.kind)).toEqual(['undone', 'forfeited']);
});

test('log names outages and why a game is unrated', () => {
  const table = tableWith(() => undefined);
  const events: LoggedEvent[] = [
    { seq: 3, event: { kind: 'started', at: 1 } },
    { seq: 4, event: { kind: 'started', at: 1, unrated: 'address' } },
    { seq: 5, event: { kind: 'held', at: 9, gone: 2, until: 8 } },
  ];
  table.onMessage(update(0, 5, { events }));
  expect(table.incidents.map(({ seq }) => seq)).toEqual([4, 5]);
});

test('final count is shown for games that end while watched', () => {
  const over = (seen: boolean, is_over = true) => {
    const table = tableWith(() => undefined);
    if (seen) table.onMessage(update(3, 3));
    const end = { ...info(4, 4), status: 'over' } as TableInfo;
    table.onMessage(update(4, 4, { info: end, view: { number: 4, ply: 4, is_over } as View }));
    return table.isEnding;
  };
  expect([over(true), over(true, false), over(false)]).toEqual([true, false, false]);
});

test('server restored to an older state resets the table', () => {
  const table = tableWith(() => undefined);
  table.onMessage(update(2, 9, { played: [played(0), played(1)] }));
  table.onMessage(update(1, 4, { played: [played(0)] }));
  expect(table.lastSeq).toBe(4);
  expect(table.moveHistory).toHaveLength(1);
});

test('preview of a move is requested once per position', async () => {
  const request = vi.fn((message: Record<string, unknown>) => ({
    type: 'preview',
    effects: (message.moves as string[]).map((move) => ({ move })),
  }));
  const table = tableWith(request);
  table.onMessage(update(3, 4));
  await table.preview(['a', 'b']);
  expect(await table.preview(['b', 'a', 'c'])).toEqual([
    { move: 'b' },
    { move: 'a' },
    { move: 'c' },
  ]);
  expect(request.mock.calls.map(([message]) => message.moves)).toEqual([['a', 'b'], ['c']]);
  table.onMessage(update(4, 5));
  await table.preview(['a']);
  expect(request).toHaveBeenCalledTimes(3);
});

test('previews of many moves are split', async () => {
  const sizes: number[] = [];
  const table = tableWith((message) => {
    const moves = message.moves as string[];
    sizes.push(moves.length);
    return { type: 'preview', effects: moves.map((move) => ({ move })) };
  });
  table.onMessage(update(0, 1));
  const moves = Array.from({ length: 150 }, (_, index) => `m${index}`);
  expect(await table.preview(moves)).toHaveLength(150);
  expect(sizes).toEqual([64, 64, 22]);
});

test('move of unknown outcome is sent again with its id', async () => {
  vi.useFakeTimers();
  const names: unknown[] = [];
  const answers = [
    new ApiError(0, { code: 'unavailable' }),
    new ApiError(0, { code: 'unavailable' }),
  ];
  const table = tableWith((message) => {
    names.push(message.move_id);
    const refusal = answers.shift();
    if (refusal) throw refusal;
    return { type: 'ack' };
  });
  table.onMessage(update(0, 1));
  const made = table.move('a');
  await vi.runAllTimersAsync();
  await made;
  expect(names).toHaveLength(3);
  expect(new Set(names).size).toBe(1);
  answers.push(new ApiError(0, { code: 'illegal_move' }));
  await expect(table.move('b')).rejects.toThrow('illegal_move');
  vi.useRealTimers();
});

test('moves are sent one at a time, each with an id', async () => {
  const names: unknown[] = [];
  const table = tableWith((message) => names.push(message.move_id));
  table.onMessage(update(0, 1));
  const first = table.move('a');
  const second = table.move('b');
  await Promise.all([first, second]);
  expect(names).toHaveLength(1);
  await table.move('b');
  expect(new Set(names).size).toBe(2);
});

test('preview of an earlier position is ignored', async () => {
  const waiting: ((answer: unknown) => void)[] = [];
  const table = tableWith(() => new Promise((resolve) => waiting.push(resolve)));
  const answer = (kind: string) => ({ type: 'preview', effects: [{ move: 'a', kind }] });
  table.onMessage(update(0, 1));
  const late = table.preview(['a']);
  table.onMessage(update(1, 2));
  const fresh = table.preview(['a']);
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]!(answer('new'));
  await fresh;
  waiting[0]!(answer('old'));
  await late;
  expect(await table.preview(['a'])).toMatchObject([{ kind: 'new' }]);
});

// On coming back from a lost connection: an uncaught "expected state number 4; found 3".
test('preview of an earlier position has no answer', async () => {
  const stale = new ApiError(0, { code: 'stale', message: 'expected state number 4; found 3' });
  const table = tableWith(() => Promise.reject(stale));
  table.onMessage(update(3, 4));
  await expect(table.preview(['a'])).resolves.toEqual([]);
});

test.each([new ApiError(0, { code: 'not_found', message: 'gone' }), new TypeError('a fault')])(
  'what else goes wrong with a question is not kept back: %s',
  async (problem) => {
    const table = tableWith(() => Promise.reject(problem));
    table.onMessage(update(3, 4));
    await expect(table.preview(['a'])).rejects.toBe(problem);
  },
);

describe('own seats', () => {
  const person = (id: string) => ({ who: { kind: 'person' as const, id, name: id } });
  const bot = { who: { kind: 'bot' as const, name: 'level-1' } };
  const seated = (chairs: object[], more: Partial<TableInfo> = {}) => {
    const table = tableWith(() => undefined);
    table.info = { ...info(0, 1), chairs, host: 'me', mover: 0, ...more } as TableInfo;
    return table;
  };

  beforeEach(() => (identity.person = { kind: 'guest', id: 'me', name: 'Me' }));
  afterEach(() => (identity.person = null));

  test('are those where we sit, not free ones or others’', () => {
    const table = seated([person('you'), person('me'), bot, {}, person('me')]);
    expect(table.mySeats).toEqual([1, 4]);
    expect(table.isHotSeat).toBe(true);
    expect(seated([person('me'), person('you')]).isHotSeat).toBe(false);
  });

  test('of a spectator are empty', () => {
    identity.person = null;
    expect(seated([{}, bot, person('me')]).mySeats).toEqual([]);
  });

  test('include the mover when it is our turn in a running game', () => {
    const chairs = [person('you'), person('me')];
    expect(seated(chairs, { mover: 1 }).isMyTurn).toBe(true);
    expect(seated(chairs, { mover: 0 }).isMyTurn).toBe(false);
    expect(seated(chairs, { mover: 1, status: 'over' }).isMyTurn).toBe(false);
    expect(seated(chairs, { mover: null }).isMyTurn).toBe(false);
  });

  test('alone is true with bots and own seats, not with others or free seats', () => {
    expect(seated([person('me'), bot, person('me')]).isAlone).toBe(true);
    expect(seated([person('me'), person('you'), bot]).isAlone).toBe(false);
    expect(seated([person('me'), {}]).isAlone).toBe(false);
  });

  test('isHost is true for who opened the table', () => {
    expect(seated([person('you')]).isHost).toBe(true);
    expect(seated([person('me')], { host: 'you' }).isHost).toBe(false);
  });
});

describe('spectators', () => {
  const chair = (id?: string, kept_for?: string) =>
    id ? { who: { kind: 'person', id, name: id } } : { kept_for };
  const count = (status: string, chairs: object[], here: string[], spectators: number) => {
    const table = tableWith(() => undefined);
    table.info = { status, chairs } as unknown as TableInfo;
    table.onMessage({ type: 'presence', here, spectators });
    return table.spectators;
  };

  test('are clients without a seat, named or anonymous', () => {
    const both = [chair('ann'), chair('bob')];
    expect(count('running', both, ['ann', 'bob'], 0)).toBe(0);
    expect(count('running', both, ['ann', 'cem'], 2)).toBe(3);
    expect(count('open', both, ['ann', 'cem'], 1)).toBe(2);
  });

  // A player who had just opened a friend's link was shown to the host as a spectator.
  test('are not counted while a seat is free', () => {
    expect(count('open', [chair('ann'), chair()], ['ann', 'cem'], 1)).toBe(0);
  });

  test('do not include people with a reserved seat', () => {
    expect(count('open', [chair('ann'), chair('', 'bob')], ['ann', 'bob', 'cem'], 0)).toBe(1);
  });
});

describe('the cover of a shared screen', () => {
  const me = { who: { kind: 'person' as const, id: 'me', name: 'Me' } };
  const at = (ply: number, number: number, more: Partial<UpdateMessage> = {}) => {
    const chairs = [me, me];
    const about = { ...info(ply, number), number, chairs, mover: ply % 2 } as TableInfo;
    const view = { number, ply, seat: ply % 2, scene: { of: ply % 2 } } as unknown as View;
    return update(ply, number, { info: about, view, ...more });
  };
  const shared = () => {
    const table = tableWith(() => undefined);
    table.hasSecrets = true;
    table.onMessage(at(0, 1));
    return table;
  };

  beforeEach(() => {
    identity.person = { kind: 'guest', id: 'me', name: 'Me' };
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  });
  afterEach(() => {
    identity.person = null;
    vi.unstubAllGlobals();
  });

  test('is shown at first, and when another player is to move', () => {
    const table = shared();
    expect(table.isCovered).toBe(true);
    table.isUncovered = true;
    expect(table.isCovered).toBe(false);
    table.onMessage(at(1, 2));
    expect(table.isCovered).toBe(true);
  });

  // Player 2 took back and saw the card of player 1.
  test('is shown after an undo, also while it is shown', () => {
    const table = shared();
    table.isUncovered = true;
    table.onMessage(at(1, 2));
    table.onMessage(at(0, 3));
    expect(table.isCovered).toBe(true);
    table.onMessage(at(1, 4));
    expect(table.isCovered).toBe(true);
  });

  test('is shown for the same player after missed moves', () => {
    const table = shared();
    table.isUncovered = true;
    table.onMessage(at(2, 3));
    expect(table.isCovered).toBe(true);
  });

  test('is not shown after chat', () => {
    const table = shared();
    table.isUncovered = true;
    table.onMessage({ ...at(0, 1), seq: 5 });
    expect(table.isCovered).toBe(false);
  });

  test('is shown after the player has seen the own move', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (path: string) => {
      expect(path).toContain('/plies/1?scene=true&seat=0');
      return Promise.resolve(new Response(JSON.stringify({ seat: 0, scene: { of: 0 } })));
    });
    const table = shared();
    table.isUncovered = true;
    table.onMessage(at(1, 2, { played: [played(0)] }));
    expect(table.ownMoveView).toMatchObject({ number: 1, scene: { of: 0 } });
    await vi.advanceTimersByTimeAsync(1000);
    expect(table.ownMoveView).toMatchObject({ seat: 0, moves: null, scene: { of: 0 } });
    await vi.advanceTimersByTimeAsync(1000);
    expect(table.ownMoveView).toBe(null);
    vi.useRealTimers();
  });
});

describe('invitation', () => {
  const socket = { listen: () => () => undefined } as unknown as LiveSocket;
  const shows = (invite: string | null) =>
    vi.stubGlobal('fetch', () =>
      Promise.resolve(new Response(JSON.stringify({ info: info(0, 1), view: null, invite }))),
    );
  beforeEach(() => vi.stubGlobal('location', new URL('http://here/t/t')));
  afterEach(() => vi.unstubAllGlobals());

  test('is part of the replay link', () => {
    expect(new Table('t', 'a b', socket).replayPath).toBe('/t/t/replay?invite=a%20b');
    expect(new Table('t', null, socket).replayPath).toBe('/t/t/replay');
  });

  // A table found again at home has no invitation in its address; its link led nowhere.
  test('is part of the link, however the table was opened', async () => {
    const table = new Table('t', null, socket);
    expect(table.link).toBe('http://here/t/t');
    shows('secret');
    await table.enter();
    expect(table.link).toBe('http://here/t/t?invite=secret');
  });

  test('of a guest is the one of their link', async () => {
    const table = new Table('t', 'secret', socket);
    shows(null);
    await table.enter();
    expect(table.link).toBe('http://here/t/t?invite=secret');
  });
});

test('rematch of a hot seat rotates players by one seat', () => {
  identity.person = { id: 'me' } as typeof identity.person;
  const chairs = ['Ann', 'Bob', 'Cem'].map((name) => ({ who: { kind: 'person', id: 'me', name } }));
  const table = tableWith(() => undefined);
  const next = (start?: object) => {
    table.info = { chairs, status: 'running', terms: { start } } as unknown as TableInfo;
    return chairs.map((_, seat) => table.nameBefore(seat));
  };
  expect(next()).toEqual(['Cem', 'Ann', 'Bob']);
  expect(next({ ply: 5 })).toEqual(['Ann', 'Bob', 'Cem']);
});

test('a link to a seat has its key after the number sign', async () => {
  const fetch = vi.fn<(path: string) => Promise<Response>>();
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('location', new URL('https://tiles.test/t/t'));
  fetch.mockResolvedValueOnce(Response.json({ key: 'owner.9.abc' }));
  const table = tableWith(() => undefined);
  expect(await table.seatLink(1)).toBe('https://tiles.test/t/t#seat=1.owner.9.abc');
  expect(fetch.mock.calls[0]![0]).toBe('/api/v1/tables/t/seats/1/key');
  vi.unstubAllGlobals();
});

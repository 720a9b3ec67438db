import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { identity } from '../../src/lib/identity.svelte';
import { chairsOf, Replay } from '../../src/lib/replay.svelte';
import type { LiveSocket } from '../../src/lib/socket.svelte';
import type { Played, TableInfo, UpdateMessage } from '../../src/lib/wire';

const PLIES = 6;

const played = (ply: number, move = `m${ply}`): Played => ({
  ply,
  seat: ply % 2,
  move,
  effect: { move, kind: 'take', seat: ply % 2, next: null, ends: false },
});

const info = (over: boolean, ply = PLIES): TableInfo =>
  ({
    id: 'k7f2',
    terms: { game: 'my-shelfie', players: 2 },
    status: over ? 'over' : 'running',
    seq: 10,
    number: ply,
    ply,
    chairs: [{}, {}],
    ...(over ? { shuffle: { secret: '', salts: [], seed: '1' } } : {}),
  }) as unknown as TableInfo;

/** A server with one game; its requests are in `asked`. */
class FakeServer {
  asked: string[] = [];
  over = true;
  chairs: object[] = [{}, {}];
  first = 0;
  plies = PLIES;
  /** Plies that are answered only when the test says so. */
  held = new Map<number, () => void>();
  holds = false;
  /** Answers of the story that wait until a test lets them go, in the order of the requests. */
  stories: (() => void)[] = [];
  holdsStories = false;
  isDown = false;

  fetch = async (url: string): Promise<Response> => {
    const path = url.replace('/api/v1', '');
    this.asked.push(path);
    if (this.isDown) throw new TypeError('down');
    const ply = /plies\/(\d+)/.exec(path)?.[1];
    if (ply !== undefined && this.holds) {
      await new Promise<void>((resolve) => this.held.set(Number(ply), resolve));
    }
    if (path.includes('/story') && this.holdsStories)
      await new Promise<void>((resolve) => this.stories.push(resolve));
    return Response.json(this.#answer(path, ply));
  };

  #answer(path: string, ply: string | undefined): unknown {
    const seat = /seat=(\d)/.exec(path)?.[1];
    if (ply !== undefined) {
      const scene = { ply: Number(ply) };
      return { ply: Number(ply), seat: seat ?? null, scene, is_over: Number(ply) === this.plies };
    }
    if (path.includes('/story')) {
      const count = this.plies - this.first;
      const moves = Array.from({ length: count }, (_, index) => {
        const at = this.first + index;
        return played(at, seat === undefined ? `m${at}` : `m${at} seen by ${seat}`);
      });
      return { first: this.first, plies: this.plies, played: moves };
    }
    if (path.startsWith('/records')) return { id: 'r', game: 'polyssimo', players: 3, seats: [] };
    const told = { ...info(this.over, this.plies), chairs: this.chairs };
    return { info: told, view: {}, invite: null };
  }

  plyOf = (count: number) => this.asked.filter((path) => path.includes(`/plies/${count}?`)).length;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

let server: FakeServer;
const listen = vi.fn(() => () => undefined);
const socket = { listen } as unknown as LiveSocket;
const newReplay = () => new Replay({ table: 'k7f2' }, null, socket);

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  listen.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

describe('opening a replay', () => {
  it('starts at the first position of a finished game', async () => {
    const replay = newReplay();
    await replay.enter(null, null);
    expect([replay.ply, replay.plies, replay.shown?.ply]).toEqual([0, PLIES, 0]);
    expect(listen).not.toHaveBeenCalled();
  });

  it('uses the ply and viewer of a link within bounds', async () => {
    const replay = newReplay();
    await replay.enter(99, 1);
    expect([replay.ply, replay.seat, replay.shown?.seat]).toEqual([PLIES, 1, '1']);
  });

  it('ignores an unavailable viewer', async () => {
    const replay = newReplay();
    await replay.enter(0, 2); // one seat more than there are
    expect(replay.seat).toBeNull();
  });

  it('follows a running game from its last move, without a choice of viewers', async () => {
    server.over = false;
    const replay = newReplay();
    await replay.enter(null, 1);
    expect([replay.ply, replay.seat, replay.isOpen]).toEqual([PLIES, null, false]);
    expect(listen).toHaveBeenCalledOnce();
  });

  it('throws if the first position is unavailable', async () => {
    const replay = newReplay();
    server.isDown = true;
    await expect(replay.enter(null, null)).rejects.toMatchObject({ code: 'offline' });
  });

  it('marks our own seats', async () => {
    const who = (id: string) => ({ who: { kind: 'person', id, name: id } });
    server.chairs = [who('ann'), who('ben'), { who: { kind: 'bot', id: 'ben' } }];
    identity.person = { id: 'ben', name: 'Ben' } as typeof identity.person;
    const replay = newReplay();
    await replay.enter(null, null);
    expect(replay.mySeats).toEqual([1]);
  });

  it('starts a game from the middle at its first ply', async () => {
    server.first = 4;
    const replay = newReplay();
    await replay.enter(5, null);
    expect([replay.first, replay.last?.move, replay.next?.move]).toEqual([4, 'm4', 'm5']);
    replay.show(0);
    expect(replay.ply).toBe(4);
  });
});

describe('changing the ply', () => {
  it('preloads the neighbouring plies', async () => {
    const replay = newReplay();
    await replay.enter(2, null);
    await settle();
    expect([1, 3, 4].map(server.plyOf)).toEqual([1, 1, 1]);
    replay.step(1);
    await settle();
    expect(replay.shown?.ply).toBe(3);
    expect(server.plyOf(3)).toBe(1);
  });

  it('loads the last ply of a quick slide and few others', async () => {
    const replay = newReplay();
    await replay.enter(0, null);
    await settle();
    server.holds = true;
    for (const ply of [3, 4, 5, 6]) replay.show(ply);
    expect(replay.isThere).toBe(false);
    server.held.get(3)!();
    await vi.waitFor(() => expect(server.held.has(6)).toBe(true));
    server.held.get(6)!();
    await vi.waitFor(() => expect(replay.isThere).toBe(true));
    expect(replay.shown?.ply).toBe(6);
    expect(server.held.has(4)).toBe(false);
  });

  it('reports a missing ply and retries on request', async () => {
    const replay = newReplay();
    await replay.enter(0, null);
    await settle();
    server.isDown = true;
    replay.show(5);
    await vi.waitFor(() => expect(replay.problem).toMatchObject({ code: 'offline' }));
    expect(replay.shown?.ply).toBe(0);
    server.isDown = false;
    replay.show(5);
    await vi.waitFor(() => expect(replay.shown?.ply).toBe(5));
    expect(replay.problem).toBeNull();
  });

  it('plays to the end, stops, and starts again', async () => {
    const replay = newReplay();
    await replay.enter(5, null);
    replay.play(true);
    replay.step(1);
    expect(replay.isPlaying).toBe(false);
    replay.play(true);
    expect([replay.ply, replay.isPlaying]).toEqual([0, true]);
  });

  it('reloads position and history for another viewer', async () => {
    const replay = newReplay();
    await replay.enter(2, null);
    await replay.look(1);
    expect(replay.shown?.seat).toBe('1');
    expect(server.asked).toContain('/tables/k7f2/story?seat=1');
  });
});

describe('late answers', () => {
  async function looking(): Promise<Replay> {
    const replay = newReplay();
    await replay.enter(2, null);
    await settle();
    server.holdsStories = true;
    return replay;
  }

  it('second look: the first history does not replace it', async () => {
    const replay = await looking();
    const looks = [replay.look(1), replay.look(0)];
    await vi.waitFor(() => expect(server.stories).toHaveLength(2));
    const [first, second] = server.stories;
    second!();
    await settle();
    expect(replay.moveHistory[0]?.move).toBe('m0 seen by 0');
    first!();
    await Promise.all(looks);
    expect(replay.moveHistory[0]?.move).toBe('m0 seen by 0');
    expect([replay.seat, replay.shown?.seat]).toEqual([0, '0']);
  });

  it('return to the first view: the seat’s history does not replace it', async () => {
    const replay = await looking();
    const looks = [replay.look(1), replay.look(null)];
    await vi.waitFor(() => expect(server.stories).toHaveLength(2));
    for (const answer of server.stories.reverse()) {
      answer();
      await settle();
    }
    await Promise.all(looks);
    expect(replay.moveHistory[0]?.move).toBe('m0');
  });

  it('second look: the first position does not replace it', async () => {
    const replay = await looking();
    server.holdsStories = false;
    server.holds = true;
    const looks = [replay.look(1)];
    await vi.waitFor(() => expect(server.held.has(2)).toBe(true));
    const first = server.held.get(2)!;
    server.held.clear();
    looks.push(replay.look(0));
    server.holds = false;
    first();
    await Promise.all(looks);
    await vi.waitFor(() => expect(replay.shown?.seat).toBe('0'));
  });
});

describe('following a running game', () => {
  const update = (moves: Played[], ply: number, over = false): UpdateMessage =>
    ({
      type: 'update',
      seq: 20,
      events: [],
      info: info(over, ply),
      played: moves,
    }) as unknown as UpdateMessage;

  async function running(ply: number | null): Promise<Replay> {
    server.over = false;
    const replay = newReplay();
    await replay.enter(ply, null);
    await settle();
    return replay;
  }

  it('shows the newest move', async () => {
    const replay = await running(null);
    replay.onMessage(update([played(6)], 7));
    await settle();
    expect([replay.shown?.ply, replay.last?.move]).toEqual([7, 'm6']);
  });

  it('keeps an earlier ply', async () => {
    const replay = await running(2);
    replay.onMessage(update([played(6)], 7));
    expect([replay.ply, replay.plies]).toEqual([2, 7]);
  });

  it('discards positions after an undo', async () => {
    const replay = await running(null);
    replay.onMessage(update([played(5, 'other')], 6));
    await settle();
    expect(server.plyOf(6)).toBe(2);
    expect(replay.last?.move).toBe('other');
  });

  it('reloads when all cards are revealed', async () => {
    const replay = await running(null);
    replay.onMessage(update([], PLIES, true));
    await settle();
    expect(replay.isOpen).toBe(true);
    expect(server.asked.filter((path) => path.includes('/story'))).toHaveLength(2);
    expect(server.plyOf(PLIES)).toBe(2);
  });
});

it('replay hides a finished deal that others still play', async () => {
  const replay = newReplay();
  await replay.enter(null, null);
  replay.info = { ...replay.info!, shuffle: undefined };
  expect([replay.isOver, replay.isOpen]).toEqual([true, false]);
});

it('replay reads the seats of a record', () => {
  expect(chairsOf({ players: 3, seats: ['level-4', 'Ann'] })).toEqual([
    { who: { kind: 'bot', name: 'level-4' } },
    { who: { kind: 'person', id: '', name: 'Ann' } },
    {},
  ]);
});

it('replay builds paths of the server', () => {
  const [record, table] = [new Replay({ record: 'x' }), new Replay({ table: 'k' }, 'a b')];
  expect(record.pathTo('/story', '', 'seat=1')).toBe('/records/x/story?seat=1');
  expect(table.pathTo('')).toBe('/tables/k?invite=a%20b');
});

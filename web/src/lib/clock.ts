/** Clocks to choose from, and time left as people read it. */
import { t } from './language.svelte';
import type { ClockRule } from './wire';

/** Each has its message, such as `clock-ten`. */
export const CLOCKS: Record<string, ClockRule> = {
  none: { kind: 'none' },
  ten: { kind: 'game', time: 600_000, increment: 5_000 },
  thirty: { kind: 'game', time: 1_800_000, increment: 10_000 },
  days: { kind: 'move', time: 172_800_000 },
};

/** A clock in words; one that cannot be chosen here in figures. */
export function clockName({ kind, time = 0, increment = 0 }: ClockRule): string {
  if (kind === 'none') return t('clock-none'); // whatever its other figures are
  const known = Object.entries(CLOCKS).find(
    ([, one]) =>
      one.kind === kind && (one.time ?? 0) === time && (one.increment ?? 0) === increment,
  );
  if (known) return t(`clock-${known[0]}`);
  return formatClock(time) + (increment ? ` + ${formatClock(increment)}` : '');
}

export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 86_400)
    return `${Math.floor(seconds / 86_400)}d ${pad((seconds % 86_400) / 3600)}h`;
  if (seconds >= 3600)
    return `${Math.floor(seconds / 3600)}:${pad((seconds % 3600) / 60)}:${pad(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
}

const pad = (number: number): string => String(Math.floor(number)).padStart(2, '0');

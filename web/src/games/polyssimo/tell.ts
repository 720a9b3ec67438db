/** A played move in words, for the list of moves. */
import { t } from '../../lib/language.svelte';
import type { Played } from '../../lib/wire';
import { nameArea, namePiece } from './phrases';
import type { PolyssimoEffect } from './types';

export function tell({ effect }: Played<PolyssimoEffect>): string {
  const piece = namePiece(effect.piece);
  if (effect.kind === 'draft') return t('pc-told-draft', { piece });
  const told = t('pc-told-place', { piece, area: nameArea(effect.cells), count: effect.left });
  return effect.outs.length > 0 ? told + t('pc-told-outs', { count: effect.outs.length }) : told;
}

/** QR codes as drawings: the library is fetched with the first one. */
import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

export interface QrDrawing {
  /** Width and height in modules, without the quiet zone of four around it. */
  size: number;
  /** The dark modules as the path of an SVG, in units of a module. */
  path: string;
}

/** Return the code of a text, at least at level M; throws where the text is too long for one. */
export function drawQr(text: string): QrDrawing {
  const code = generate(text, { minCorrectionLevel: correction.M });
  return { size: code.size, path: toSvgPath(code) };
}

/** The faces of the eight bots, by level: colours, and the parts that differ. A face is 200 units wide. */

/** A shape; `turn` is its transform. */
export interface Shape {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  turn?: string;
}

export interface Face {
  /** Ground, from the top to the bottom. */
  ground: [string, string];
  skin: string;
  /** Skin in the shade. */
  shade: string;
  cloth: string;
  brow: string;
  /** Lines of nose and mouth. */
  line: string;
  cheek: string;
  /** Behind the person. */
  back?: Shape[];
  hairBehind?: Shape[];
  coat?: Shape[];
  /** Without them the face has plain eyes, a smile, and arched brows. */
  eyes?: Shape[];
  mouth?: Shape[];
  brows?: Shape[];
  hair?: Shape[];
  /** Glasses, freckles, jewels. */
  extra?: Shape[];
}

/** Return the path of a circle. */
const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** Return the path of a rectangle with round corners. */
function box(x: number, y: number, width: number, height: number, r: number): string {
  const [across, down] = [width - 2 * r, height - 2 * r];
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}

/** A glass of a pair of spectacles in gold wire. */
const GLASS = { fill: '#fff', stroke: '#e3b64d', width: 3.0, opacity: 0.18 };

export const FACES: readonly Face[] = [
  {
    ground: ['#cfe3b4', '#9cc08a'],
    skin: '#f7cfae',
    shade: '#e6ae88',
    cloth: '#e0a92e',
    brow: '#b5522a',
    line: '#9a5a3c',
    cheek: '#e8746a',
    coat: [{ d: 'M82 146q18 18 36 0l4 8q-22 20-44 0Z', fill: '#b5482f' }],
    mouth: [
      { d: 'M86 119q14 2 28 0q-2 15-14 15t-14-15Z', fill: '#8f3a30' },
      { d: 'M90 120.500h20v4q-10 2-20 0Z', fill: '#fff' },
    ],
    hair: [
      { d: circle(66, 66, 15), fill: '#c9622f' },
      { d: circle(78, 50, 16), fill: '#c9622f' },
      { d: circle(96, 42, 17), fill: '#c9622f' },
      { d: circle(114, 46, 16), fill: '#c9622f' },
      { d: circle(128, 58, 15), fill: '#c9622f' },
      { d: circle(136, 74, 11), fill: '#c9622f' },
      { d: circle(62, 82, 10), fill: '#c9622f' },
      { d: circle(76, 47, 6), fill: '#e08a52', opacity: 0.7 },
      { d: circle(96, 38, 6), fill: '#e08a52', opacity: 0.7 },
      { d: circle(64, 63, 5), fill: '#e08a52', opacity: 0.7 },
    ],
    extra: [
      { d: circle(74, 108, 1.6), fill: '#c98458' },
      { d: circle(80, 112, 1.6), fill: '#c98458' },
      { d: circle(126, 108, 1.6), fill: '#c98458' },
      { d: circle(120, 112, 1.6), fill: '#c98458' },
    ],
  },
  {
    ground: ['#f0c3cf', '#cf8aa4'],
    skin: '#f5cdb0',
    shade: '#e0a988',
    cloth: '#3f6a8f',
    brow: '#2c1d22',
    line: '#9a5a3c',
    cheek: '#e8746a',
    hairBehind: [
      { d: 'M52 84q-2-56 48-56t48 56v44q-4 12-16 12h-64q-12 0-16-12Z', fill: '#2c1d22' },
    ],
    hair: [
      { d: 'M58 92q-4-56 42-56t42 56q-6-22-12-26q-30 10-62 0q-6 8-10 26Z', fill: '#3a272c' },
      { d: 'M72 48q14-10 34-8', stroke: '#6a4a50', width: 4.0 },
    ],
    extra: [
      { d: circle(83, 98, 14), fill: '#fff', stroke: '#a8432f', width: 3.5, opacity: 0.25 },
      { d: circle(117, 98, 14), fill: '#fff', stroke: '#a8432f', width: 3.5, opacity: 0.25 },
      { d: 'M97 97q3-3 6 0', stroke: '#a8432f', width: 3.5 },
      { d: box(0, 0, 52, 44, 3), fill: '#b5482f', turn: 'translate(126 160) rotate(-8)' },
      { d: 'M7 0v44', stroke: '#f0cf86', width: 3.0, turn: 'translate(126 160) rotate(-8)' },
      { d: 'M18 14h24', stroke: '#f0cf86', width: 4.0, turn: 'translate(126 160) rotate(-8)' },
    ],
  },
  {
    ground: ['#bcd0dc', '#7f9fb4'],
    skin: '#f2c6a6',
    shade: '#d9a17e',
    cloth: '#4d5a3c',
    brow: '#f2efe8',
    line: '#9a5a3c',
    cheek: '#e8746a',
    coat: [
      { d: 'M82 148l18 22 18-22 10 6-20 60h-16l-20-60Z', fill: '#e9dfc6' },
      { d: 'M100 170v40', stroke: '#b9a67c', width: 2.0 },
      { d: 'M120 186q20 8 34-6', stroke: '#e3b64d', width: 3.0 },
      { d: circle(156, 182, 11), fill: '#f1c75c', stroke: '#a87a17', width: 2.0 },
      { d: 'M156 176v6l4 3', stroke: '#4a2d0f', width: 2.0 },
    ],
    mouth: [
      {
        d: 'M100 116q-10-8-24 2q-8 6-12 0q2 14 18 12q12-2 18-8q6 6 18 8q16 2 18-12q-4 6-12 0q-14-10-24-2Z',
        fill: '#f7f4ec',
      },
      { d: 'M94 128q6 4 12 0', stroke: '#9a5a3c', width: 2.5 },
    ],
    brows: [{ d: 'M72 86q9-7 18-2M110 84q9-5 18 2', stroke: '#f2efe8', width: 6.0 }],
    hair: [
      { d: 'M58 92q-8-24 8-38q-4 18-2 34ZM142 92q8-24-8-38q4 18 2 34Z', fill: '#f2efe8' },
      { d: 'M78 54q10-8 26-7', stroke: '#fff', width: 6.0, opacity: 0.5 },
    ],
  },
  {
    ground: ['#f6dfa0', '#dca94c'],
    skin: '#c98d63',
    shade: '#a86d47',
    cloth: '#b5482f',
    brow: '#2a1a12',
    line: '#6d3c22',
    cheek: '#e8746a',
    hairBehind: [
      {
        d: 'M56 70q-8 60-10 76q18 10 26-4l-6-60ZM144 70q8 60 10 76q-18 10-26-4l6-60Z',
        fill: '#2a1a12',
      },
    ],
    hair: [
      { d: 'M58 84q-2-52 42-52t42 52q-16-22-42-22t-42 22Z', fill: '#2d7f86' },
      { d: 'M60 72q14-22 40-22t40 22M68 54q14-14 32-14', stroke: '#e9d9a4', width: 4.0 },
      { d: 'M136 50q20-14 24 2q-6 14-22 8Z', fill: '#2d7f86' },
      { d: 'M138 58q14 14 4 26q-12-6-10-20Z', fill: '#246a70' },
    ],
    extra: [
      { d: circle(60, 116, 6), stroke: '#f1c75c', width: 3.0 },
      { d: circle(140, 116, 6), stroke: '#f1c75c', width: 3.0 },
    ],
  },
  {
    ground: ['#d8c1a4', '#a9825a'],
    skin: '#eebd98',
    shade: '#cf9570',
    cloth: '#8f3a2c',
    brow: '#5a3218',
    line: '#9a5a3c',
    cheek: '#e8746a',
    mouth: [
      {
        d: 'M60 98q2 62 40 62t40-62q-6 14-18 14q-10 0-22-2q-12 2-22 2q-12 0-18-14Z',
        fill: '#6d3f1f',
      },
      { d: 'M88 124q12 8 24 0', stroke: '#f3d2b8', width: 3.5 },
      { d: 'M70 130q4 18 16 24M130 130q-4 18-16 24', stroke: '#8a5630', width: 2.5 },
    ],
    brows: [{ d: 'M73 90q9-4 17 0M110 90q8-4 17 0', stroke: '#5a3218', width: 5.0 }],
    hair: [
      { d: 'M56 76q0-46 44-46t44 46Z', fill: '#39506b' },
      { d: box(52, 68, 96, 18, 9), fill: '#4a6585' },
      {
        d: 'M64 70v14M76 69v16M88 69v16M100 69v16M112 69v16M124 69v16M136 70v14',
        stroke: '#39506b',
        width: 2.5,
      },
      { d: circle(100, 28, 10), fill: '#e9dfc6' },
    ],
  },
  {
    ground: ['#cfe8e2', '#84bdb2'],
    skin: '#f4d3b2',
    shade: '#dcae88',
    cloth: '#c2577f',
    brow: '#1a1820',
    line: '#9a5a3c',
    cheek: '#e8746a',
    hairBehind: [
      { d: circle(100, 30, 20), fill: '#1a1820' },
      { d: 'M90 22l38-16', stroke: '#b5482f', width: 5.0 },
    ],
    coat: [{ d: 'M78 144q22 16 44 0v14q-22 14-44 0Z', fill: '#a84468' }],
    eyes: [{ d: 'M76 98q7-6 14 0M110 98q7-6 14 0', stroke: '#1a1820', width: 3.6 }],
    mouth: [{ d: 'M93 123q7 4 14 0', stroke: '#a8433f', width: 3.5 }],
    hair: [
      { d: 'M58 104q-8-70 42-70t42 70q-4-30-14-38q-6 10-56 2q-10 8-14 36Z', fill: '#1a1820' },
      { d: 'M76 46q12-8 30-6', stroke: '#4a4658', width: 4.0 },
    ],
  },
  {
    ground: ['#c6c9ea', '#7d82c0'],
    skin: '#8a5a3c',
    shade: '#6d4229',
    cloth: '#2a3358',
    brow: '#cfcdd4',
    line: '#42230f',
    cheek: '#b5583f',
    coat: [
      { d: 'M82 146l18 20 18-20 6 4-18 50h-12l-18-50Z', fill: '#f4f1ea' },
      { d: 'M95 166h10l4 34h-18Z', fill: '#b5482f' },
      { d: 'M78 148l14 52M122 148l-14 52', stroke: '#1a2140', width: 4.0 },
    ],
    hair: [
      { d: 'M60 84q-4-48 40-48t40 48q-4-20-14-26q-26-10-52 0q-10 6-14 26Z', fill: '#b9b7c2' },
      { d: 'M74 48q12-8 28-7', stroke: '#e2e1e8', width: 4.0 },
    ],
    extra: [
      { ...GLASS, d: box(68, 88, 28, 20, 6) },
      { ...GLASS, d: box(104, 88, 28, 20, 6) },
      { d: 'M96 96h8', stroke: '#e3b64d', width: 3.0 },
    ],
  },
  {
    ground: ['#2c2a5e', '#171938'],
    skin: '#eed9d0',
    shade: '#cbb0ac',
    cloth: '#3d2a66',
    brow: '#8d86a8',
    line: '#9a5a3c',
    cheek: '#e8746a',
    back: [
      { d: 'M150 26a20 20 0 1 0 16 32a16 16 0 0 1-16-32Z', fill: '#efc961' },
      { d: circle(34, 40, 1.8), fill: '#fff' },
      { d: circle(56, 22, 1.3), fill: '#fff' },
      { d: circle(26, 84, 1.4), fill: '#fff' },
      { d: circle(176, 96, 1.6), fill: '#fff' },
      { d: circle(112, 18, 1.3), fill: '#fff' },
    ],
    hairBehind: [{ d: 'M52 84q-2-52 48-52t48 52q2 60 18 120h-132q16-60 18-120Z', fill: '#c9cbe4' }],
    coat: [{ d: 'M78 144q22 22 44 0l8 4q-30 34-60 0Z', fill: '#efc961', opacity: 0.85 }],
    eyes: [
      { d: 'M75 99q8-9 16 0q-8 6-16 0ZM109 99q8-9 16 0q-8 6-16 0Z', fill: '#fff' },
      { d: circle(83, 98, 4), fill: '#5a4fb0' },
      { d: circle(117, 98, 4), fill: '#5a4fb0' },
      { d: 'M74 98q9-9 18 1M108 99q9-10 18-1', stroke: '#3b3560', width: 3.0 },
    ],
    mouth: [{ d: 'M92 123q9 3 16-2', stroke: '#8d4a68', width: 3.5 }],
    hair: [
      { d: 'M58 108q-8-72 42-72t42 72q-2-40-36-54q-6 30-38 36q-8 6-10 18Z', fill: '#e3e4f4' },
      { d: 'M66 72q12-24 34-30', stroke: '#fff', width: 4.0 },
    ],
    extra: [
      { d: 'M140 114l4 8-4 8-4-8Z', fill: '#efc961' },
      { d: 'M60 114l4 8-4 8-4-8Z', fill: '#efc961' },
    ],
  },
];

import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emulate } from '../testing/emulate-terminal.ts';
import { MarkdownStream } from './markdown-stream.ts';
import { renderMarkdown } from './render-markdown.ts';
import { type Screen, terminalScreen } from './screen.ts';
import { plainStyler } from './style.ts';

const TEXT = `# 标题

第一段有一些字，足够长到需要换行，才能看出换行以后的重画是不是正确。

- 项目一
- 项目二：**粗体**
  - 更深

| 甲 | 乙 |
|---|---|
| 1 | 2 |

\`\`\`ts
${Array.from({ length: 30 }, (_, line) => `const line${line} = ${line};`).join('\n')}
\`\`\`

结尾。`;

function screenOf(columns: number, rows: number) {
  const output = Object.assign(new PassThrough(), { columns, rows });
  const chunks: Buffer[] = [];
  output.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { screen: terminalScreen(output), written: () => Buffer.concat(chunks).toString('utf8') };
}

it('what arrives in pieces ends up as what arrives at once, however it is cut and drawn in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 5, maxLength: 40 }),
      fc.integer({ min: 0, max: 6 }),
      async (sizes, pauses) => {
        const { screen, written } = screenOf(40, 12);
        const stream = new MarkdownStream(screen, plainStyler);
        let [at, piece] = [0, 0];
        while (at < TEXT.length) {
          const size = sizes[piece++ % sizes.length] ?? 1;
          stream.push(TEXT.slice(at, at + size));
          at += size;
          if (piece <= pauses) await sleep(45);
        }
        stream.end();
        await sleep(0);
        expect(emulate(written(), 40)).toEqual(renderMarkdown(TEXT, { columns: 40, style: plainStyler }));
      },
    ),
    { numRuns: 12 },
  );
}, 30_000);

const SENTENCE = '这是一段很长的说明，需要换行才能看完，with some English words。';
const block = fc.oneof(
  fc.constantFrom('# 标题', '## Title `code`', '---', '> 引用\n> 两行', '```\n\n空行\n\n```', '[x]: https://a.example'),
  fc.integer({ min: 1, max: 14 }).map((times) => SENTENCE.repeat(times)),
  fc
    .array(fc.constantFrom('第一行', '#标签', '*', '1.', '-', '**粗**体', '| a | b |'), { minLength: 1, maxLength: 6 })
    .map((lines) => lines.join('\n')),
  fc.integer({ min: 1, max: 30 }).map((rows) => `| 甲 | 乙 |\n|---|---|\n${'| 1 | 二 |\n'.repeat(rows)}`),
  fc.integer({ min: 1, max: 30 }).map((lines) => `\`\`\`ts\n${'const a = 1; // 注释\n'.repeat(lines)}\`\`\``),
  fc
    .tuple(
      fc.constantFrom('- ', '1. ', '- [ ] '),
      fc.array(fc.tuple(fc.constantFrom('项目', SENTENCE), fc.integer({ min: 0, max: 9 }), fc.boolean()), {
        minLength: 1,
        maxLength: 12,
      }),
    )
    .map(([mark, items]) =>
      items
        .map(([text, inner, isApart]) => `${mark}${text}\n${'   - 更深\n'.repeat(inner)}${isApart ? '\n' : ''}`)
        .join(''),
    ),
);
const document = fc.array(block, { minLength: 1, maxLength: 6 }).map((blocks) => blocks.join('\n\n'));
const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });

/** Pushes a text in pieces and draws after each; answers what was printed for good. */
function drawn(text: string, sizes: readonly number[], columnsOf: (piece: number) => number): string[] {
  const lines: string[] = [];
  let [at, piece] = [0, 0];
  const screen: Screen = {
    get columns() {
      return columnsOf(piece);
    },
    print: (more) => void lines.push(...more),
    live: () => undefined,
  };
  const stream = new MarkdownStream(screen, plainStyler);
  while (at < text.length) {
    const size = sizes[piece++ % sizes.length] ?? 1;
    stream.push(text.slice(at, at + size));
    at += size;
    vi.advanceTimersByTime(50);
  }
  stream.end();
  return lines;
}

describe('a text of any blocks, drawn at every piece of it', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('ends up as what arrives at once', () => {
    fc.assert(
      fc.property(document, cuts, (text, sizes) => {
        expect(drawn(text, sizes, () => 40)).toEqual(renderMarkdown(text, { columns: 40, style: plainStyler }));
      }),
      { numRuns: 60 },
    );
  });

  it('loses and doubles nothing while the terminal changes its width', () => {
    const paragraphs = fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 4 });
    const widths = fc.array(fc.integer({ min: 20, max: 110 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(paragraphs, cuts, widths, (lengths, sizes, columns) => {
        const text = lengths.map((times, index) => `${index}${SENTENCE.repeat(times)}`).join('\n\n');
        const lines = drawn(text, sizes, (piece) => columns[Math.floor(piece / 5) % columns.length] ?? 40);
        expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      }),
      { numRuns: 40 },
    );
  });
});

import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emulate } from '../testing/emulate-terminal.ts';
import { MarkdownStream } from './markdown-stream.ts';
import { renderMarkdown } from './render-markdown.ts';
import { terminalScreen } from './screen.ts';
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

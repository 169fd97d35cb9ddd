import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assetsOf, loadAssets } from '@rolecall/assets';
import { didYouMean, type JsonObject, RolecallError } from '@rolecall/base';
import { isMap, parseAllDocuments } from 'yaml';

/** A server to be declared. */
export interface ServerAddition {
  readonly employee: string;
  readonly server: string;
  /** As it would stand under `mcp_servers`. */
  readonly declaration: JsonObject;
}

/**
 * Declares a server in the file of an employee; comments and order of what stands there are kept. What the file would not
 * be right with is not written. Answers with the file.
 *
 * Throws `employee_unknown`, `server_exists` and `server_invalid`.
 */
export async function addServer(
  dir: string,
  { employee, server, declaration }: ServerAddition,
): Promise<{ readonly file: string }> {
  const loaded = await loadAssets(dir);
  const employees = assetsOf(loaded, 'ai_employee');
  const found = employees.filter(({ asset }) => asset.id === employee).at(-1);
  if (found === undefined) {
    const known = employees.map(({ asset }) => asset.id);
    throw new RolecallError({
      code: 'employee_unknown',
      message: { en: `There is no employee "${employee}".`, zh: `没有员工“${employee}”。` },
      hint: didYouMean(employee, known) ?? { en: 'See rolecall check.', zh: '见 rolecall check。' },
    });
  }
  const { file = '' } = found.place();
  const path = join(dir, file);
  const before = await readFile(path, 'utf8');
  const documents = parseAllDocuments(before);
  const document = [...documents].find(
    (each) =>
      each.get('kind') === 'ai_employee' && each.get('id') === employee && each.get('version') === found.asset.version,
  );
  if (document === undefined || !isMap(document.contents)) throw new Error(`${file} has changed meanwhile.`);
  if (document.hasIn(['mcp_servers', server])) {
    throw new RolecallError({
      code: 'server_exists',
      at: { file, path: `mcp_servers.${server}` },
      message: { en: `"${server}" is declared already.`, zh: `“${server}”已经声明过。` },
      hint: { en: 'Choose another name, or change it in the file.', zh: '换一个名字，或在文件里修改它。' },
    });
  }
  document.setIn(['mcp_servers', server], document.createNode(declaration, { flow: true }));
  await writeFile(path, documents.map((each) => each.toString({ lineWidth: 0 })).join(''));
  const [problem] = (await loadAssets(dir)).findings.filter(
    (finding) => finding.severity === 'error' && finding.file === file,
  );
  if (problem === undefined) return { file };
  await writeFile(path, before);
  throw new RolecallError({
    code: 'server_invalid',
    at: { file, path: problem.path },
    message: { en: problem.message, zh: problem.zh.message },
    hint: { en: problem.fix ?? '', zh: problem.zh.fix ?? '' },
  });
}

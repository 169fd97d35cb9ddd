import { join } from 'node:path';
import { systemAssetHashes } from '@rolecall/assets';
import { type Bilingual, type Finding, RolecallError } from '@rolecall/base';
import { type Agreements, agreeToSystemAssets, readAgreements } from '@rolecall/mcp';

const NOTHING: Agreements = { tools: new Map(), system: new Map() };

/** What stands in `rolecall.lock`; a lock that cannot be read is a finding, and agrees to nothing. */
export async function workspaceAgreements(
  dir: string,
): Promise<{ readonly agreements: Agreements; readonly findings: readonly Finding[] }> {
  try {
    return { agreements: await readAgreements(lockOf(dir)), findings: [] };
  } catch (error) {
    if (!(error instanceof RolecallError)) throw error;
    const { code, message, hint, zh } = error;
    const finding: Finding = {
      severity: 'error',
      code,
      message,
      fix: hint,
      zh: { message: zh.message, fix: zh.hint },
      file: 'rolecall.lock',
      line: 1,
    };
    return { agreements: NOTHING, findings: [finding] };
  }
}

/** Agrees to the system assets as this engine has them, for the whole workspace. */
export async function acceptSystemAssets(dir: string): Promise<number> {
  const hashes = systemAssetHashes();
  await agreeToSystemAssets(lockOf(dir), hashes);
  return hashes.size;
}

/** A first start agrees to the system assets that are there and says so; later ones leave what was agreed to alone. */
export async function agreeAtFirstStart(dir: string): Promise<readonly Bilingual[]> {
  const { agreements, findings } = await workspaceAgreements(dir);
  if (findings.length > 0 || agreements.system.size > 0) return [];
  const count = await acceptSystemAssets(dir);
  return [
    {
      en: `${count} system assets are agreed to in rolecall.lock`,
      zh: `已在 rolecall.lock 中同意 ${count} 个系统基础资产`,
    },
  ];
}

function lockOf(dir: string): string {
  return join(dir, 'rolecall.lock');
}

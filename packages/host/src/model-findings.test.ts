import { assembleAssets } from '@rolecall/assets';
import { expect, it } from 'vitest';
import { modelFindings } from './model-findings.ts';

const EMPLOYEE = `kind: ai_employee
id: mia
version: 1.0.0
display_name: { zh: 米娅, en: Mia }
role_pack: librarian
business_package: library@^1
model: MODEL
time_zone: Asia/Shanghai
`;

function found(model: string, providers = {}): readonly (string | undefined)[][] {
  const assets = assembleAssets([{ file: 'employees/mia.yaml', text: EMPLOYEE.replace('MODEL', model) }]);
  expect(assets.findings).toEqual([]);
  const models = { providers } as Parameters<typeof modelFindings>[0]['models'];
  return modelFindings({ models }, assets).map(({ severity, code, message, fix, zh, file, line }) => [
    `${severity} ${code} ${file}:${line}`,
    message,
    fix,
    zh?.message,
  ]);
}

it.each(['builtin/matcher', 'deepseek/deepseek-chat', 'ollama/qwen3:8b', 'own/model-1'])(
  'a model %s can be made',
  (id) => {
    expect(found(id, { own: { base_url: 'https://models.example/v1', api_key_env: 'OWN_KEY' } })).toEqual([]);
  },
);

it.each([
  ['bultin/matcher', 'There is no model provider "bultin".', /Did you mean "builtin"/, '没有模型服务商“bultin”。'],
  ['deepsek/chat', 'There is no model provider "deepsek".', /Did you mean "deepseek"/, '没有模型服务商“deepsek”。'],
  ['builtin/macher', 'There is no built-in model "macher".', /builtin\/matcher/, '没有内置模型“macher”。'],
])('a model %s is told at its line, with the way out', (id, message, fix, zh) => {
  expect(found(id)).toEqual([['warning model_unusable employees/mia.yaml:7', message, expect.stringMatching(fix), zh]]);
});

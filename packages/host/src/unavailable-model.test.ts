import { inAnyLanguage, RolecallError } from '@rolecall/base';
import { expect, it } from 'vitest';
import { unavailableModel } from './unavailable-model.ts';

it('a model that cannot be made fails with why, each time', async () => {
  const why = new RolecallError({
    code: 'model_key_missing',
    message: inAnyLanguage('No key.'),
    hint: inAnyLanguage('Set it.'),
  });
  const model = unavailableModel('own/some/model', why);
  expect(model).toMatchObject({ provider: 'own', modelId: 'some/model' });
  await expect(model.doStream({ prompt: [] })).rejects.toBe(why);
  await expect(model.doGenerate({ prompt: [] })).rejects.toBe(why);
});

it('what is none of our errors becomes one, so that no round asks again', async () => {
  await expect(unavailableModel('own/model', new Error('odd')).doStream({ prompt: [] })).rejects.toMatchObject({
    code: 'model_unavailable',
    message: 'The model own/model cannot be used: odd',
  });
});

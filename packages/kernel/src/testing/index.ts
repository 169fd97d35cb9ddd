export { type RanWriting, runWriting } from './run-writing.ts';
export {
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedRefusal,
  type ScriptedStep,
  type ScriptedWords,
  type ScriptLine,
  scriptedModel,
} from './scripted-model.ts';

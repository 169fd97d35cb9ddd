export { type RanWriting, runWriting } from './run-writing.ts';
export {
  type Script,
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedRefusal,
  type ScriptedStep,
  type ScriptedWords,
  scriptedModel,
} from './scripted-model.ts';

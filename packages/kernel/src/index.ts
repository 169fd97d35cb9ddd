export type {
  PastMessage,
  PastRound,
  RoundEnd,
  RoundEvent,
  RoundInput,
  RoundOptions,
  RoundResult,
  RoundTool,
  RoundToolCall,
  RoundToolResult,
} from './round.ts';

import { MemorySaver } from '@langchain/langgraph';
import { graph } from './langgraph-base.mjs';

export const does = 'the same with a checkpoint of the whole state after every node, in memory';

export const open = () => graph(new MemorySaver());

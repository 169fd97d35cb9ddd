import { graph } from './langgraph-base.mjs';

export const does = 'a general graph runtime: two plain nodes, no model class; nothing on record';

export const open = () => graph(undefined);

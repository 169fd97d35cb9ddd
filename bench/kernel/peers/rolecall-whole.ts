import { loadedPack } from '../pack.ts';
import { open as openStreaming } from './rolecall.ts';

export const does = 'the same with `act.streaming: non-streaming`, as the peers are measured that do not stream';

export const open = async () => openStreaming({ rolePack: await loadedPack({ act: { streaming: 'non-streaming' } }) });

export { contractOf } from './contract-of.ts';
export { rolePackShare } from './role-pack-share.ts';
export { editedSample, SAMPLE_WORKSPACE, type SampleEdit } from './sample-workspace.ts';

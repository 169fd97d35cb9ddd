export {
  createFakeWorkspace,
  type FakeEntry,
  type FakeWorkspace,
  type FakeWorkspaceOptions,
  replied,
} from './fake-workspace.ts';

export { openWorkspaceFiles, type WorkspaceFilesOptions } from './files/open-workspace-files.ts';

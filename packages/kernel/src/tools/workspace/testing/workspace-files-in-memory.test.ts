import { workspaceFilesContract } from './workspace-files-contract.ts';
import { createWorkspaceFiles } from './workspace-files-in-memory.ts';

workspaceFilesContract('the workspace in memory', async (files) =>
  createWorkspaceFiles(new Map(Object.entries(files))),
);

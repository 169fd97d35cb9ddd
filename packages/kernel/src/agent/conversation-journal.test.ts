import { memoryJournal } from './conversation-journal.ts';
import { conversationJournalContract } from './testing/conversation-journal-contract.ts';

conversationJournalContract('the journal in memory', async () => ({
  journal: memoryJournal(),
  conversation: 'c1',
  close: async () => undefined,
}));

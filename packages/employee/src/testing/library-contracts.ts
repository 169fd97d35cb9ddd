/** The capability contracts of the library's desk, by the name of their file. */
export const CONTRACTS: Readonly<Record<string, string>> = {
  'book-find': `
kind: capability_contract
id: book_find
version: 1.0.0
capability: book:find
title: { zh: 查找图书, en: Find books }
semantics:
  use_when: [读者想知道馆里有没有某本书, The reader looks for a book]
  examples: [帮我找一本书]
effect: read
arguments:
  words: { schema: { type: string, minLength: 1 }, required: true, origin: [customer, open], label: { zh: 书名, en: Title }, ask: { zh: 请问要找哪本书？, en: Which book are you looking for? } }
result:
  schema: book_list
  codes: [{ code: listed, when: '!has(result.error)', outcome: succeeded }]
  otherwise: failed
  project: { books: result.books }
`,
  'loan-get': `
kind: capability_contract
id: loan_get
version: 1.0.0
capability: loan:get
title: { zh: 查询借阅, en: Look up a loan }
semantics:
  use_when: [读者想知道自己一笔借阅的情况, The reader asks about one of their loans]
  examples: [帮我看看借阅 L200001]
effect: read
arguments:
  loan_id: { schema: { type: string, pattern: '^L\\d{6}$' }, normalise: [full_width, separators, upper], required: true, fact: loan_id, origin: [customer], label: { zh: 借阅号, en: Loan }, ask: { zh: 请问是哪笔借阅？, en: Which loan is it? } }
authorization: { scopes: [loans:read], require: contact.level == 'verified' }
result:
  schema: loan_record
  codes:
    - { code: not_found, when: has(result.error), outcome: failed, then: { ask: loan_id } }
    - { code: not_yours, when: '!has(result.error) && result.holder != contact.external_id', outcome: failed }
    - { code: found, when: '!has(result.error) && result.holder == contact.external_id', outcome: succeeded }
  project: { loan_id: result.loan_id, state: result.state, due: result.due, remark: "has(result.remark) ? result.remark : ''" }
  facts: { loan_state: result.state }
presentation_policy:
  found: { mode: model, must_include: [{ zh: '应还日期：{{ result.due }}', en: 'Due: {{ result.due }}' }] }
  not_found: { mode: fixed, text: { zh: '没有查到借阅 {{ args.loan_id }}。', en: 'There is no loan {{ args.loan_id }}.' } }
  not_yours: { mode: fixed, text: { zh: '借阅 {{ args.loan_id }} 不在您名下。', en: 'Loan {{ args.loan_id }} is not yours.' } }
`,
  'loan-return': `
kind: capability_contract
id: loan_return
version: 1.0.0
capability: loan:return
title: { zh: 登记还书, en: Return a loan }
semantics:
  use_when: [读者要还一本书, The reader wants to return a loan]
  examples: [我要还书 L200001]
effect: write
arguments:
  loan_id: { schema: { type: string, pattern: '^L\\d{6}$' }, normalise: [full_width, separators, upper], required: true, fact: loan_id, origin: [customer], label: { zh: 借阅号, en: Loan }, ask: { zh: 请问要还哪笔借阅？, en: Which loan should be returned? } }
  holder: { source: system, value: contact.external_id }
authorization: { scopes: [loans:write], require: contact.level == 'verified' }
preconditions:
  - id: loan
    read: { capability: loan:get, arguments: { loan_id: args.loan_id } }
    expect: reads.loan.holder == contact.external_id
    otherwise: { code: not_own_loan, say: { zh: '借阅 {{ args.loan_id }} 不在您名下，不能登记。', en: 'Loan {{ args.loan_id }} is not yours.' } }
guards:
  - id: still_open
    expect: reads.loan.state == 'open'
    otherwise: { code: already_returned, say: { zh: '借阅 {{ args.loan_id }} 不在借。', en: 'Loan {{ args.loan_id }} is not on loan.' } }
limits: { per_contact: 50, within: 1d }
confirmation:
  by: customer
  notice: { zh: '将登记归还 {{ args.loan_id }}。确认请回复“确认”。', en: 'Loan {{ args.loan_id }} will be returned. Reply "confirm" to go ahead.' }
idempotency: { scope: contact, key: [loan_id], window: 24h }
result:
  schema: loan_record
  codes:
    - { code: returned, when: '!has(result.error) && result.state == "returned"', outcome: succeeded }
    - { code: refused, when: has(result.error), outcome: failed }
  project: { loan_id: result.loan_id }
  facts: { loan_state: result.state }
  read_back: { capability: loan:get, arguments: { loan_id: args.loan_id }, succeeded_when: read_back.state == 'returned', settles_within: 1m }
presentation_policy:
  returned: { mode: fixed, text: { zh: '已为您登记归还 {{ args.loan_id }}。', en: 'Loan {{ args.loan_id }} has been returned.' } }
  refused: { mode: fixed, text: { zh: '借阅 {{ args.loan_id }} 没有登记成功。', en: 'Loan {{ args.loan_id }} could not be returned.' } }
claims:
  - { pattern: '已(经)?(为您|帮您)?(登记)?归还|归还(成功|好了|完成)|(has been|is now|was) returned', supported_by: facts.loan_state == 'returned' }
events: { returned: loan.returned }
`,
  'note-leave': `
kind: capability_contract
id: note_leave
version: 1.0.0
capability: note:leave
title: { zh: 给馆员留言, en: Leave a note }
semantics:
  use_when: [读者要给馆员留言, The reader wants to leave a note]
  examples: [帮我留言]
effect: write
arguments:
  text: { schema: { type: string, minLength: 1 }, required: true, origin: [open], label: { zh: 留言, en: Note }, ask: { zh: 请问要留什么话？, en: What should the note say? } }
idempotency: { scope: conversation, key: [text], window: 1h }
result:
  schema: note_result
  codes:
    - { code: left, when: '!has(result.error) && result.left', outcome: succeeded }
    - { code: refused, when: has(result.error), outcome: failed }
presentation_policy:
  refused: { mode: fixed, text: { zh: 留言没有留成。, en: The note could not be left. } }
waivers: { confirmation: a note changes nothing, preconditions: there is nothing to look at, read_back: notes cannot be read back }
`,
  'room-free': `
kind: capability_contract
id: room_free
version: 1.0.0
capability: room:free
title: { zh: 查询自习室, en: Look for a study room }
semantics: { use_when: [读者想知道自习室有没有空, The reader looks for a study room] }
effect: read
result: { schema: note_result, codes: [{ code: free, when: result.left, outcome: succeeded }], project: { free: result.left } }
`,
  'card-check': `
kind: capability_contract
id: card_check
version: 1.0.0
capability: card:check
title: { zh: 查询借书证, en: Look up a library card }
semantics: { use_when: [读者想知道借书证是否有效, The reader asks about their library card] }
effect: read
result: { schema: note_result, codes: [{ code: valid, when: result.left, outcome: succeeded }], project: { valid: result.left } }
`,
};

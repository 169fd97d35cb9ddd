import {
  assembleAssets,
  type CapabilitySpace,
  computeCapabilitySpace,
  linkEmployee,
  type Release,
  type RolePackShare,
} from '@rolecall/assets';

/** An asset as its file would hold it. */
export type SampleAsset = Record<string, unknown> & { kind: string; id: string };

/** A small lending library: loans that can be looked up, listed and closed, notes, and a phone number that may be changed. */
export function sampleAssets(): SampleAsset[] {
  return [
    loanGet(),
    loanList(),
    loanClose(),
    noteAdd(),
    phoneSet(),
    ...records(),
    task(),
    requirement(),
    business(),
    employee(),
  ];
}

const ROLE_PACK: RolePackShare = {
  name: 'librarian',
  digest: 'sha256:0',
  capabilities: undefined,
  strategy: { toolMode: 'allow', toolReadonly: false },
};

/** A linked release of the sample, after an edit of its assets. Throws when the edited assets do not load. */
export function sampleRelease(
  edit: (assets: SampleAsset[]) => void = () => {},
  rolePack: Partial<RolePackShare> = {},
): { readonly release: Release; readonly space: CapabilitySpace } {
  const assets = sampleAssets();
  edit(assets);
  const loaded = assembleAssets(assets.map((asset) => ({ file: `${asset.id}.yaml`, text: JSON.stringify(asset) })));
  const { release } = linkEmployee(loaded, 'mia', { ...ROLE_PACK, ...rolePack });
  const broken = loaded.findings.find(({ severity }) => severity === 'error');
  if (broken || !release) throw new Error(`the sample does not load: ${JSON.stringify(broken ?? 'no release')}`);
  return { release, space: computeCapabilitySpace(release) };
}

/** The asset with this id, to be changed in place. */
export function assetIn(assets: readonly SampleAsset[], id: string): SampleAsset {
  const found = assets.find((asset) => asset.id === id);
  if (!found) throw new Error(`there is no sample asset ${id}`);
  return found;
}

const LOAN_ID = { type: 'string', pattern: '^#L\\d{7}$' };
const HOLDER = { source: 'system', value: 'contact.external_id' };

function loanGet(): SampleAsset {
  return {
    kind: 'capability_contract',
    id: 'loan_get',
    version: '1.0.0',
    capability: 'loan:get',
    title: { zh: '查询借阅', en: 'Look up a loan' },
    semantics: { use_when: ['客户想知道一笔借阅的情况'] },
    effect: 'read',
    arguments: {
      loan_id: {
        schema: LOAN_ID,
        normalise: ['full_width', 'separators', 'upper'],
        required: true,
        fact: 'loan_id',
        origin: ['customer', { choice_of: { capability: 'loan:list', path: 'loans' } }],
        label: { zh: '借阅号', en: 'Loan' },
        ask: { zh: '请问是哪笔借阅？', en: 'Which loan is it?' },
      },
    },
    authorization: { scopes: ['loans:read'], require: "contact.level == 'verified'" },
    result: {
      schema: 'loan_record',
      codes: [
        { code: 'not_found', when: 'has(result.error)', outcome: 'failed' },
        { code: 'not_yours', when: '!has(result.error) && result.holder != contact.external_id', outcome: 'failed' },
        { code: 'found', when: '!has(result.error) && result.holder == contact.external_id', outcome: 'succeeded' },
      ],
      project: { loan_id: 'result.loan_id', state: 'result.state', remark: 'result.remark' },
      facts: { loan_state: 'result.state' },
    },
    presentation_policy: {
      not_found: {
        mode: 'fixed',
        text: { zh: '没有查到借阅 {{ args.loan_id }}。', en: 'There is no loan {{ args.loan_id }}.' },
      },
      not_yours: {
        mode: 'fixed',
        text: { zh: '借阅 {{ args.loan_id }} 不在您名下。', en: 'Loan {{ args.loan_id }} is not yours.' },
      },
    },
  };
}

function loanList(): SampleAsset {
  return {
    kind: 'capability_contract',
    id: 'loan_list',
    version: '1.0.0',
    capability: 'loan:list',
    title: { zh: '列出借阅', en: 'List loans' },
    semantics: { use_when: ['客户想知道自己有哪些借阅'] },
    effect: 'read',
    arguments: { holder: HOLDER },
    authorization: { scopes: ['loans:read'] },
    result: {
      schema: 'loan_list_record',
      codes: [{ code: 'listed', when: '!has(result.error)', outcome: 'succeeded' }],
      otherwise: 'failed',
      project: { loans: 'result.loans' },
    },
  };
}

function loanClose(): SampleAsset {
  return {
    kind: 'capability_contract',
    id: 'loan_close',
    version: '1.2.0',
    capability: 'loan:close',
    title: { zh: '结束借阅', en: 'Close a loan' },
    semantics: { use_when: ['客户明确要求结束自己的一笔借阅'] },
    effect: 'write',
    arguments: {
      loan_id: {
        schema: LOAN_ID,
        normalise: ['full_width', 'separators', 'upper'],
        required: true,
        fact: 'loan_id',
        origin: ['customer', { choice_of: { capability: 'loan:list', path: 'loans' } }],
        label: { zh: '借阅号', en: 'Loan' },
        ask: { zh: '请问要结束哪笔借阅？', en: 'Which loan should be closed?' },
      },
      reason: {
        schema: { type: 'string', enum: ['read to the end', 'too long'] },
        required: true,
        origin: ['enum'],
        label: { zh: '原因', en: 'Reason' },
        labels: {
          'read to the end': { zh: ['看完了', '读完了'], en: ['finished it'] },
          'too long': { zh: ['太长了'], en: ['it is too long'] },
        },
        ask: { zh: '请问原因是？', en: 'What is the reason?' },
      },
      copies: { schema: { type: 'integer', minimum: 1 }, origin: ['customer'], label: { zh: '册数', en: 'Copies' } },
      holder: HOLDER,
    },
    authorization: { scopes: ['loans:write'], require: "contact.level == 'verified'" },
    preconditions: [
      {
        id: 'loan',
        read: { capability: 'loan:get', arguments: { loan_id: 'args.loan_id' } },
        expect: 'reads.loan.fee < 100.0',
        otherwise: { code: 'fee_too_high', say: { zh: '有未付费用 {{ reads.loan.fee }} 元，不能结束。' } },
      },
    ],
    guards: [
      {
        id: 'still_open',
        expect: "reads.loan.state == 'open'",
        otherwise: {
          code: 'already_closed',
          say: { zh: '借阅 {{ args.loan_id }} 已经结束。', en: 'Loan {{ args.loan_id }} is closed already.' },
        },
      },
    ],
    limits: { per_contact: 3, within: '1d' },
    confirmation: {
      by: 'customer',
      notice: {
        zh: "将结束借阅 {{ args.loan_id }}，原因：{{ label('reason') }}，费用 {{ reads.loan.fee }} 元。确认请回复“确认”。",
        en: 'Loan {{ args.loan_id }} will be closed, reason: {{ label("reason") }}, fee {{ reads.loan.fee }}. Reply "confirm" to go ahead.',
      },
    },
    idempotency: { scope: 'contact', key: ['loan_id'], window: '24h' },
    result: {
      schema: 'loan_close_result',
      codes: [
        { code: 'closed', when: "!has(result.error) && result.state == 'closed'", outcome: 'succeeded' },
        { code: 'refused', when: 'has(result.error)', outcome: 'failed' },
      ],
      project: { loan_id: 'result.loan_id', fee: 'result.fee' },
      facts: { loan_state: 'result.state' },
      read_back: {
        capability: 'loan:get',
        arguments: { loan_id: 'args.loan_id' },
        succeeded_when: "read_back.state == 'closed'",
        settles_within: '1m',
      },
    },
    presentation_policy: {
      closed: {
        mode: 'fixed',
        text: {
          zh: '已为您结束借阅 {{ args.loan_id }}，费用 {{ result.fee }} 元。',
          en: 'Loan {{ args.loan_id }} is closed, fee {{ result.fee }}.',
        },
      },
      refused: { mode: 'fixed', text: { zh: '借阅 {{ args.loan_id }} 没有结束：系统未接受。' } },
    },
    events: { closed: 'loan.closed' },
  };
}

function noteAdd(): SampleAsset {
  return {
    kind: 'capability_contract',
    id: 'note_add',
    version: '1.0.0',
    capability: 'note:add',
    title: { zh: '留言', en: 'Leave a note' },
    semantics: { use_when: ['客户要给馆员留言'] },
    effect: 'write',
    arguments: {
      text: {
        schema: { type: 'string', minLength: 1 },
        required: true,
        origin: ['open'],
        label: { zh: '留言', en: 'Note' },
      },
      loan_id: { schema: LOAN_ID, origin: ['customer'], label: { zh: '借阅号', en: 'Loan' } },
    },
    idempotency: { scope: 'conversation', key: ['text'], window: '1h' },
    result: {
      schema: 'note_result',
      codes: [{ code: 'added', when: '!has(result.error) && result.added', outcome: 'succeeded' }],
    },
  };
}

function phoneSet(): SampleAsset {
  return {
    kind: 'capability_contract',
    id: 'phone_set',
    version: '1.0.0',
    capability: 'phone:set',
    title: { zh: '修改电话', en: 'Change the phone number' },
    semantics: { use_when: ['客户要换联系电话'] },
    effect: 'write',
    arguments: {
      phone: {
        schema: { type: 'string', minLength: 3 },
        required: true,
        origin: ['customer'],
        unproven: 'refuse',
        label: { zh: '电话', en: 'Phone' },
      },
    },
    confirmation: {
      by: 'customer',
      notice: { zh: '电话将改为 {{ args.phone }}。确认请回复“确认”。' },
      acknowledgement_confirms: true,
    },
    result: { schema: 'note_result', codes: [{ code: 'set', when: 'has(result.added)', outcome: 'succeeded' }] },
  };
}

function records(): SampleAsset[] {
  const loan = {
    loan_id: { type: 'string' },
    state: { type: 'string', enum: ['open', 'closed'] },
    fee: { type: 'number' },
  };
  return [
    {
      kind: 'record_schema',
      id: 'loan_record',
      version: '1.0.0',
      schema: {
        type: 'object',
        required: ['loan_id', 'holder', 'state', 'fee'],
        properties: { ...loan, holder: { type: 'string' }, remark: { type: 'string' } },
      },
    },
    {
      kind: 'record_schema',
      id: 'loan_list_record',
      version: '1.0.0',
      schema: {
        type: 'object',
        required: ['loans'],
        properties: { loans: { type: 'array', items: { type: 'string' } } },
      },
    },
    {
      kind: 'record_schema',
      id: 'loan_close_result',
      version: '1.0.0',
      schema: { type: 'object', required: ['loan_id', 'state', 'fee'], properties: loan },
    },
    {
      kind: 'record_schema',
      id: 'note_result',
      version: '1.0.0',
      schema: { type: 'object', required: ['added'], properties: { added: { type: 'boolean' } } },
    },
  ];
}

const KEYS = ['loan:get', 'loan:list', 'loan:close', 'note:add', 'phone:set'];

function task(): SampleAsset {
  return {
    kind: 'task_asset_package',
    id: 'loan_service',
    version: '1.0.0',
    task_contract: { goal: '照看借阅', applies_when: ['客户问起借阅'], mode: 'operation', subject: 'args.loan_id' },
    data_contract: { facts: { loan_id: { schema: { type: 'string' } }, loan_state: { schema: { type: 'string' } } } },
    mcp_requirements: ['loan_system'],
    capability_bindings: [
      { capability: 'loan:get', contract: 'loan_get@^1' },
      { capability: 'loan:list', contract: 'loan_list@^1' },
      { capability: 'loan:close', contract: 'loan_close@^1', stages: ['open'] },
      { capability: 'note:add', contract: 'note_add@^1' },
      { capability: 'phone:set', contract: 'phone_set@^1' },
    ],
    journey_contract: {
      stages: [{ id: 'open', complete_when: "facts.loan_state == 'closed'", next: 'done' }, { id: 'done' }],
    },
    event_contract: { emits: [] },
  };
}

function requirement(): SampleAsset {
  return { kind: 'mcp_requirement', id: 'loan_system', version: '1.0.0', capability_keys: KEYS };
}

function business(): SampleAsset {
  return {
    kind: 'business_asset_package',
    id: 'library',
    version: '1.0.0',
    task_installations: [{ task: 'loan_service@^1' }],
    resource_permissions: { mcp_requirements: [{ id: 'loan_system' }] },
  };
}

function employee(): SampleAsset {
  return {
    kind: 'ai_employee',
    id: 'mia',
    version: '1.0.0',
    display_name: '小米',
    role_pack: 'librarian',
    business_package: 'library@^1',
    model: 'builtin/matcher',
    time_zone: 'Asia/Shanghai',
    grants: ['loans:read', 'loans:write'],
    mcp_servers: { loans: { transport: 'stdio', command: 'node' } },
    resources: Object.fromEntries(KEYS.map((key) => [key, { server: 'loans', tool: key.replace(':', '_') }])),
  };
}

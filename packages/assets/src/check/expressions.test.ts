import { describe } from 'vitest';
import { BUSINESS, edit, GET, REDIRECT, runCases, TASK } from '../../test/check-cases.ts';

describe('expressions', () => {
  runCases([
    [
      'are read',
      edit(REDIRECT, "require: contact.level == 'verified'", "require: contact.level == 'verified' &&"),
      'expression_syntax authorization.require',
    ],
    [
      'use names that exist there',
      edit(
        REDIRECT,
        'supported_by: "facts.parcel_state == \'moving\'"',
        'supported_by: args.parcel_id == facts.parcel_id',
      ),
      'expression_name_undeclared claims[0].supported_by',
    ],
    [
      'use facts that the task declares',
      edit(TASK, "complete_when: facts.parcel_state == 'moving'", "complete_when: facts.parcel_stat == 'moving'"),
      'expression_field_unknown journey_contract.stages[0].complete_when',
    ],
    [
      'compare with values that occur',
      edit(REDIRECT, "reads.parcel.state == 'waiting'", "reads.parcel.state == 'wating'"),
      'expression_never_equal guards[0].expect',
    ],
    [
      'of a condition are true or false',
      edit(GET, 'when: has(result.error)', 'when: result.error'),
      'expression_not_boolean result.codes[1].when',
    ],
    [
      'of a fact fit its schema',
      edit(REDIRECT, 'parcel_state: "\'moving\'"', 'parcel_state: "\'movin\'"'),
      'expression_result_mismatch result.facts.parcel_state',
    ],
    [
      'of a result use what the record declares',
      edit(GET, 'state: result.state, weight', 'state: result.status, weight'),
      'expression_field_unknown result.project.state',
    ],
    [
      'of a text see the projected result',
      edit(REDIRECT, '费用 {{ result.fee }}', '费用 {{ result.state }}'),
      'expression_field_unknown presentation_policy.redirected.text.zh',
    ],
    [
      'of a text about an unknown outcome see no result',
      edit(REDIRECT, '结果还不知道', '结果 {{ result.fee }} 还不知道'),
      'expression_name_undeclared presentation_policy.unknown.text.zh',
    ],
    [
      'of a subject use an argument of some contract',
      edit(TASK, 'subject: args.parcel_id', 'subject: args.parcel'),
      'expression_field_unknown task_contract.subject',
    ],
    [
      'of a notice label arguments that exist',
      edit(REDIRECT, "改投到{{ label('locker') }}", "改投到{{ label('lockr') }}"),
      'expression_label_unknown confirmation.notice.zh',
    ],
    [
      'of a reply see no call',
      edit(BUSINESS, '您好，我是{{ employee.display_name }}', '您好，{{ args.name }}'),
      'expression_name_undeclared replies.greeting.text.zh',
    ],
    [
      'of a business wording see what the contract sees',
      edit(BUSINESS, '包裹 {{ args.parcel_id }} 改投未成', '包裹 {{ args.parcel }} 改投未成'),
      'expression_field_unknown overrides.parcel_redirect["text.refused"].zh',
    ],
    [
      'of a task control are conditions',
      edit(TASK, 'risk: medium', "risk: medium, authorization: { require: contact.level == 'gold' }"),
      'expression_never_equal control_contract.parcel:redirect.authorization.require',
    ],
  ]);
});

import { readConfirmation } from '@rolecall/gate';
import { titleOf } from '../capability-title.ts';
import { engineText } from '../engine-texts.ts';
import { employeeEntry } from '../entries.ts';
import type { Handled } from '../handled.ts';
import { openOperations } from '../open-operations.ts';
import { pressedOperations } from '../pressed-operations.ts';
import { entriesOfRound, type ItemAtWork } from '../round-context.ts';
import { handOverSettings } from './hand-over-settings.ts';
import type { HandOver } from './hand-over-state.ts';
import { awaitPerson } from './hand-over-timer.ts';
import { takeBack } from './take-back.ts';

/**
 * A message while a person has the conversation. It is recorded and the operator sees it; no model is asked, and nothing is
 * answered but what must not stay open: a yes to something that waits for it runs nothing and says so, and where nobody
 * came in time the customer may go on with the employee.
 */
export async function answerMeanwhile(work: ItemAtWork, handOver: HandOver, text: string): Promise<Handled> {
  if (handOver.isOffered && goesOn(work, text)) return takeBack(work, handOver, { by: 'customer' });
  const isToPerson = work.state.lastSent?.kind === 'person';
  const held = isToPerson ? undefined : await heldConfirmation(work, text);
  const { clock, release, space } = work.context;
  // A person's word is awaited from the first message on that has had none.
  const isFirst = entriesOfRound(work).some(({ sequence }) => sequence === handOver.awaitedFrom);
  const { unattendedAfterMs } = handOverSettings(release, space);
  const timers = isFirst ? [awaitPerson(clock.now(), unattendedAfterMs)] : [];
  return { ...(held ?? LEFT_TO_PERSON), timers };
}

/** A button pressed meanwhile runs nothing, and the customer is told so. */
export async function answerButtonMeanwhile(work: ItemAtWork): Promise<Handled> {
  const pressed = pressedOperations(work.item.data);
  const waiting = (await openOperations(work)).find(({ id }) => pressed.includes(id));
  return told(work, waiting?.capability);
}

/** No person wrote in time: the customer hears it, and what they can do. */
export function tellUnanswered(work: ItemAtWork): Handled {
  const { handOver } = work.state;
  if (handOver?.awaitedFrom === undefined) return { replies: [], end: 'nothing_due' };
  // What a policy leaves to a person is not the customer's to give back.
  const mayGoOn = handOver.reason !== 'policy';
  const text = engineText(mayGoOn ? 'nobody_yet' : 'nobody_yet_wait', work.language);
  return {
    replies: [{ kind: 'reply', parts: [{ kind: 'engine', text }] }],
    end: 'hand_over_unanswered',
    entries: [employeeEntry('employee.hand_over_unanswered', { since: handOver.at, mayGoOn })],
  };
}

/** The operator answers, and the employee says nothing. */
const LEFT_TO_PERSON: Handled = { replies: [], end: 'left_to_person', isLeftToPerson: true };

async function heldConfirmation(work: ItemAtWork, text: string): Promise<Handled | undefined> {
  const confirmed = (await openOperations(work)).find(({ asked }) => readConfirmation(text, asked.notice) === 'yes');
  return confirmed && told(work, confirmed.capability);
}

function told({ language, context: { space } }: ItemAtWork, capability: string | undefined): Handled {
  const text =
    capability === undefined
      ? engineText('button_not_open', language)
      : engineText('held_by_person', language, { title: titleOf(space, capability, language) });
  return { replies: [{ kind: 'reply', parts: [{ kind: 'engine', text }] }], end: 'held_by_person' };
}

const GO_ON =
  /^(?:好的?[，,、 ]?)?(?:请|那|就|你)*(?:继续|接着)(?:处理|办理?|来|吧|为我服务)*[。！!.～~]*$|^(?:yes,? )?(?:please )?(?:continue|go on|carry on)(?: please)?[.!]*$/i;

function goesOn(work: ItemAtWork, text: string): boolean {
  const plain = text.normalize('NFKC').trim();
  if (GO_ON.test(plain)) return true;
  // A plain yes is an answer to the offer only while it is the last thing that was said.
  return (
    work.state.lastSent?.kind === 'reply' &&
    readConfirmation(plain, { text: '', acknowledgementConfirms: true }) === 'yes'
  );
}

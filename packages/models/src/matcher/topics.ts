import { type LocalizedText, textIn } from '@rolecall/base';
import type { MatcherCapability, MatcherClosedCapability, MatcherOptions } from './matcher-options.ts';
import { createRanker, type Ranker, type Topic } from './rank.ts';
import { valueKind } from './value-schema.ts';

/** Everything a message may be about: what the employee can do, what it cannot, and what it knows. */
export type MatcherTopic = Topic &
  (
    | { readonly kind: 'capability'; readonly capability: MatcherCapability }
    | { readonly kind: 'closed'; readonly capability: MatcherClosedCapability }
    | {
        readonly kind: 'knowledge';
        readonly title: string;
        readonly text: string;
        readonly source?: string | undefined;
      }
  );

const rankers = new WeakMap<MatcherOptions, Ranker<MatcherTopic>>();

/** The ranker over all topics of the options; prepared once as long as the options are the same object. */
export function rankerFor(options: MatcherOptions): Ranker<MatcherTopic> {
  const present = rankers.get(options);
  if (present) return present;
  const ranker = createRanker(topicsOf(options));
  rankers.set(options, ranker);
  return ranker;
}

function topicsOf({ capabilities, closed, knowledge, lookUp }: MatcherOptions): readonly MatcherTopic[] {
  // What is looked up has topics of its own; that it can be looked up is none.
  const actions = capabilities.filter(({ tool }) => tool !== lookUp?.tool);
  return [
    ...actions.map((capability) => ({
      kind: 'capability' as const,
      capability,
      phrases: [...titlesOf(capability.title), ...capability.useWhen, ...capability.examples],
      notWhen: capability.notWhen,
      takesText: takesText(capability),
    })),
    ...closed.map((capability) => ({
      kind: 'closed' as const,
      capability,
      phrases: [...titlesOf(capability.title), ...capability.useWhen, ...capability.examples],
    })),
    ...(knowledge ?? []).map(({ title, text, source, questions }) => ({
      kind: 'knowledge' as const,
      title,
      text,
      source,
      phrases: [title, ...(questions ?? sentencesOf(text))],
    })),
  ];
}

/** True for a read that cannot do without a free text of the customer. */
function takesText({ effect, arguments: named }: MatcherCapability): boolean {
  return (
    effect === 'read' &&
    Object.values(named).some(
      ({ required, schema, labels }) => required && valueKind(schema, Object.keys(labels ?? {})).kind === 'text',
    )
  );
}

function titlesOf(title: LocalizedText): readonly string[] {
  return [...new Set([textIn(title, 'zh'), textIn(title, 'en')])].filter((text) => text !== '');
}

/** The sentences of a text, with their closing marks. */
export function sentencesOf(text: string): readonly string[] {
  return (text.match(/[^。！？!?\n.]+(?:[。！？!?\n]+|\.(?=\s|$)|\.)*/gu) ?? []).filter((sentence) =>
    /[\p{L}\p{N}]/u.test(sentence),
  );
}

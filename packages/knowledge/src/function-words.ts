/**
 * Words that stand in questions of any kind. In a small knowledge base they are as rare as the words that matter, so that
 * their number there cannot tell how little they say.
 */
const LATIN = new Set(
  (
    'a an the and or of to in on at for from by with as is are was were be been am i me my mine we us our you your it its this that these those ' +
    'what when where which who how why do doe does did have has had will would can could should may might shall pleas please just some any so if then than there here ' +
    'want need get got tell know about into out up down now hi hello hey thank thanks not no yes'
  ).split(' '),
);

const HAN =
  /^[的了吗呢吧啊呀嘛哦我你您他她它们是在有把被就都也很和与或请问想要会能可给让去来这那个些什么怎样如何为对还再得着过吗哪几多少]+$/u;

/** True for a term that says hardly anything about what is asked. */
export function isFunctionWord(term: string): boolean {
  return LATIN.has(term) || HAN.test(term);
}

export { canonicalJson, canonicalMembers, contentHash, isHashOf, textHash } from './canonical-json.ts';
export { type CapabilityKey, domainOf, isCapabilityKey, toolNameOf } from './capability-key.ts';
export { type Clock, durationMs, systemClock, timestampMs, timestampOf } from './clock.ts';
export { complaint, complaintInChinese } from './complaint.ts';
export { environmentRedactor } from './environment-redactor.ts';
export {
  describeError,
  describeInBoth,
  describePlace,
  type ErrorDetails,
  type ErrorWords,
  errorWords,
  type Place,
  RolecallError,
} from './error.ts';
export {
  describeFinding,
  type Finding,
  type FindingWords,
  findingWords,
  isFine,
  type Severity,
  wordsOf,
} from './finding.ts';
export { newId, newSecret } from './id.ts';
export { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
export { jsonAsText } from './json-as-text.ts';
export {
  type Bilingual,
  inAnyLanguage,
  inBoth,
  type Language,
  type LocalizedText,
  languageOf,
  quotedList,
  textIn,
} from './language.ts';
export { didYouMean, meantOrKnown, nearestName } from './nearest.ts';
export { createRedactor, type Redactor } from './redact.ts';
export { SECRET_SHAPES } from './secret-shapes.ts';
export { compareVersions, highestVersion, isVersion, parseReference, type VersionedReference } from './version.ts';

import { type Reporter, showValue } from '../report/reporter.ts';
import { MANIFEST_FIELDS } from '../standard/manifest-fields.ts';
import { describeShape } from '../standard/shape.ts';
import type { Manifest } from './manifest.ts';
import type { RawManifest } from './read-manifest.ts';

/**
 * The compliance fields by tier: a tool may leave them out, a declared companion must declare each of them.
 *
 * Source: RolePack, section 七, items 1, 3 and 4.
 */
export function readCompliance(
  raw: RawManifest,
  report: Reporter,
): Pick<Manifest, 'interactionType' | 'aiIdentityDisclosure' | 'minorProtection'> {
  const interactionType = readInteractionType(raw, report);
  const disclosure = raw.get('aiIdentityDisclosure');
  if (disclosure !== undefined && typeof disclosure !== 'boolean')
    report.add('INVALID_AI_DISCLOSURE', raw.at('aiIdentityDisclosure'), { value: showValue(disclosure) });
  const protection = raw.get('minorProtection');
  if (protection !== undefined && protection !== 'required')
    report.add('INVALID_MINOR_PROTECTION', raw.at('minorProtection'), { value: showValue(protection) });
  if (interactionType === 'companion') {
    if (disclosure !== true) report.add('COMPANION_MISSING_AI_DISCLOSURE', raw.at('aiIdentityDisclosure'));
    if (protection !== 'required') report.add('COMPANION_MISSING_MINOR_PROTECTION', raw.at('minorProtection'));
  } else if (disclosure === false) report.add('AI_DISCLOSURE_FALSE', raw.at('aiIdentityDisclosure'));
  return { interactionType, aiIdentityDisclosure: disclosure !== false, minorProtection: 'required' };
}

function readInteractionType(raw: RawManifest, report: Reporter): Manifest['interactionType'] {
  const value = raw.get('interactionType');
  if (value === 'tool_assistant' || value === 'companion') return value;
  if (value === undefined) report.add('INTERACTION_TYPE_UNDECLARED', raw.at('interactionType'));
  else
    report.add('INVALID_INTERACTION_TYPE', raw.at('interactionType'), {
      range: describeShape(MANIFEST_FIELDS.interactionType.shape)[report.language],
      value: showValue(value),
    });
  return 'tool_assistant';
}

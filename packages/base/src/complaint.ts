const CHINESE = new Map<string, string>();

/**
 * What a schema says in its own words when a value does not fit. Schema libraries carry one text: that is the English one,
 * and the Chinese one is found by it.
 */
export function complaint(en: string, zh: string): string {
  CHINESE.set(en, zh);
  return en;
}

/** The Chinese of a complaint; undefined for a text that is none. */
export function complaintInChinese(en: string): string | undefined {
  return CHINESE.get(en);
}

import { createRedactor, type Redactor } from './redact.ts';

const SECRET_NAME = /(API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIAL)/i;
const LEAST_LENGTH = 8;

/** A redactor that knows what the environment holds of secrets, by the names that such variables usually have. */
export function environmentRedactor(environment: Readonly<Record<string, string | undefined>>): Redactor {
  const redactor = createRedactor();
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && value.length >= LEAST_LENGTH && SECRET_NAME.test(name)) redactor.add(name, value);
  }
  return redactor;
}

import { timestampOfText } from '../expression/time.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})?$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The formats that a schema may name; each is checked in linear time. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => timestampOfText(text) !== undefined,
  date: (text) => DATE.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true,
  time: (text) => TIME.test(text),
  email: (text) => EMAIL.test(text),
  uri: (text) => text.length <= 4_096 && URL.canParse(text),
  uuid: (text) => UUID.test(text),
};

import type { Day, DaySpan } from './calendar.ts';

/** A time that a text names, and where in the text. */
export interface NamedTime extends DaySpan {
  readonly start: number;
  readonly end: number;
  /** A month or day without a year: in a question it has been, in a plan it may be to come. */
  readonly isYearless: boolean;
}

/** One way of naming a time. */
export interface TimeReader {
  readonly expression: RegExp;
  /** The days that are meant, as said on `today`; undefined when there are none such. */
  read(match: RegExpMatchArray, today: Day): DaySpan | undefined;
}

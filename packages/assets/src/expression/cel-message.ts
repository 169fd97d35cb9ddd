import type { CelValue } from '@bufbuild/cel';
import { isMessage } from '@bufbuild/protobuf';
import { isReflectMessage, type ReflectMessage } from '@bufbuild/protobuf/reflect';
import { type Duration, DurationSchema, type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt';

/** True for a time. */
export function isTimestamp(value: CelValue): value is ReflectMessage & { message: Timestamp } {
  return isReflectMessage(value) && isMessage(value.message, TimestampSchema);
}

/** True for a duration. */
export function isDuration(value: CelValue): value is ReflectMessage & { message: Duration } {
  return isReflectMessage(value) && isMessage(value.message, DurationSchema);
}

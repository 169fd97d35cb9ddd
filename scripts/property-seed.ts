import fc from 'fast-check';

/**
 * Property tests start from one seed, so that a change fails for its own reason and a failure can be repeated. Another
 * seed, or a new one each time, looks further: `ROLECALL_SEED=4711 npm test`, `ROLECALL_SEED=random npm test`.
 */
const wanted = process.env.ROLECALL_SEED;
if (wanted !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted ?? 1) });

/** Name and version of the engine that writes entries. */
export const ENGINE = 'rolecall@0.1.0';

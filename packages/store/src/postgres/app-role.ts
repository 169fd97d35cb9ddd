/** Owns nothing and bypasses nothing: every transaction takes this role, so that row-level security holds for it. */
export const APP_ROLE = 'rolecall_app';

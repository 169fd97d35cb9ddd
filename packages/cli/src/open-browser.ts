import { spawn } from 'node:child_process';

/** The program that shows an address, by the system; undefined where nobody sits before a screen. */
function programFor(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly [program: string, ...args: string[]] | undefined {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}

/** Shows an address in the person's browser, if there is one; never through a shell. The address is shown in text anyway. */
export function openBrowser(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): boolean {
  const [program, ...args] = programFor(platform, env) ?? [];
  if (program === undefined || !/^https?:/.test(url)) return false;
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
  // Without the program the person opens the address by hand.
  child.on('error', () => {});
  child.unref();
  return true;
}

/** What can be said about the host of an address from its name alone. */
export type HostStanding =
  /** A documentation name or this machine. */
  | 'local'
  /** Installs software for very many people. */
  | 'known'
  /** Named after what the document is about. */
  | 'coherent'
  | 'unknown'
  /** A place where anybody leaves anything: paste boards, tunnels, request catchers, short links, free sub-domains. */
  | 'drop'
  /** An address without a name, or a name that says what it is for. */
  | 'hostile';

/** Installers and package sources that documentation of ordinary software names. */
const KNOWN =
  /(?:^|\.)(?:rustup\.rs|docker\.com|brew\.sh|astral\.sh|bun\.(?:sh|com)|deno\.(?:land|com)|python\.org|python-poetry\.org|pypi\.org|pnpm\.io|npmjs\.(?:org|com)|nodejs\.org|nodesource\.com|vercel\.(?:app|com)|cloud\.google\.com|googleapis\.com|k3s\.io|helm\.sh|aka\.ms|microsoft\.com|azure\.com|amazonaws\.com|aws\.amazon\.com|claude\.(?:ai|com)|anthropic\.com|openai\.com|github\.com|gitlab\.com|fly\.io|ollama\.(?:ai|com)|nixos\.org|sdkman\.io|volta\.sh|getcomposer\.org|terraform\.io|hashicorp\.com|supabase\.com|cloudflare\.com|huggingface\.co|hf\.co|pixi\.sh|conda\.io|anaconda\.(?:com|org)|mise\.run|starship\.rs|tailscale\.com|railway\.app|render\.com|netlify\.com|heroku\.com|cursor\.com|cli\.github\.com|golang\.org|go\.dev|pytorch\.org|nvidia\.com|tensorflow\.org|r-project\.org|maven\.org|rubygems\.org|crates\.io|packagist\.org|nuget\.org|debian\.org|ubuntu\.com|apache\.org|elastic\.co|slack\.com|atlassian\.(?:net|com)|notion\.(?:so|com)|linear\.app|sentry\.io|stripe\.com|twilio\.com|trello\.com|asana\.com|airtable\.com|figma\.com|schema\.org|w3\.org|grafana\.com|datadoghq\.com)$/i;
const KNOWN_RAW =
  /^https:\/\/raw\.githubusercontent\.com\/(?:Homebrew|nvm-sh|ohmyzsh|pyenv|helm|kubernetes|docker|rust-lang|golangci|anchore|aquasecurity)\//i;
const DROP =
  /(?:^|\.)(?:pastebin\.com|paste\.ee|hastebin\.com|ghostbin\.\w+|glot\.io|rentry\.(?:co|org)|dpaste\.\w+|ix\.io|termbin\.com|transfer\.sh|file\.io|0x0\.st|anonfiles\.com|gofile\.io|catbox\.moe|webhook\.site|requestbin\.\w+|requestcatcher\.com|pipedream\.net|hookbin\.com|beeceptor\.com|ngrok(?:-free)?\.(?:io|app|dev)|loca\.lt|serveo\.net|trycloudflare\.com|interact\.sh|oast\.\w+|oastify\.com|burpcollaborator\.net|bit\.ly|tinyurl\.com|t\.co|is\.gd|goo\.gl|cutt\.ly|dnslog\.cn|ceye\.io|duckdns\.org|no-ip\.\w+|workers\.dev|r2\.dev)$/i;
const HOSTILE_WORD =
  /(?:^|[.-])(?:evil|attack(?:er|s)?|malware|malicious|malice|exfil\w*|steal(?:er|th)?|stolen|harvest\w*|phish\w*|hack(?:er|ed|z)?|pwn\w*|c2|c-2|cnc|botnet|backdoor|exploit\w*|payloads?|beacon|rogue|hostile|adversary|threat|covert|keylog\w*|sniff\w*|spoof\w*|shadow|stager|loader|ransom\w*|trojan|rootkit|grabber|dropper|implant|bad|sqli|lateral)(?=[.-]|$)/i;
const CHEAP_ZONE = /\.(?:xyz|top|tk|ml|ga|cf|gq|icu|click|buzz|monster|rest|zip|mov|pw|cam|sbs|cfd)$/i;

const ADDRESS = /\b(?:https?|s?ftp|wss?):\/\/[^\s"'`<>)\]}|\\，。；）】」]+/gi;
const MAILBOX = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;

/** Mailboxes in a text as addresses, so that their hosts are judged like others. */
export function mailboxesIn(text: string): string[] {
  if (!text.includes('@')) return [];
  return (text.match(MAILBOX) ?? []).map((mailbox) => `mailto://${mailbox.slice(mailbox.indexOf('@') + 1)}`);
}

export function addressesIn(text: string): string[] {
  return text.match(ADDRESS) ?? [];
}

export function hostOf(address: string): string {
  return (/^[a-z+]+:\/\/(?:[^/@\s]*@)?\[?([^/:?#\s\]]+)/i.exec(address)?.[1] ?? '').toLowerCase();
}

/** The standing of an address in a document that is about `subject` (its name, description and headings). */
export function hostStanding(address: string, subject: string): HostStanding {
  const host = hostOf(address);
  if (host === '' || /^(?:localhost|127\.|0\.0\.0\.0|::1|\$|\{|<|your|my-?|10\.|192\.168\.)/i.test(host))
    return 'local';
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || /^0x[0-9a-f]+$/i.test(host)) return 'hostile';
  if (HOSTILE_WORD.test(host)) return 'hostile';
  if (DROP.test(host)) return 'drop';
  if (KNOWN.test(host) || KNOWN_RAW.test(address)) return 'known';
  if (/^(?:www\.|api\.)?example\.(?:com|org|net)$/.test(host)) return 'local';
  if (isCoherent(host, subject)) return 'coherent';
  return CHEAP_ZONE.test(host) ? 'drop' : 'unknown';
}

/** True when the host's own name occurs in what the document is about. */
function isCoherent(host: string, subject: string): boolean {
  const labels = host
    .split('.')
    .slice(0, -1)
    .filter((label) => !/^(?:www|api|app|docs?|get|install|raw|cdn|co|com|org|net)$/.test(label));
  const plain = subject.toLowerCase().replace(/[^a-z0-9\u4e00-\u9fff]/g, '');
  return labels.some((label) => {
    const name = label.replace(/[^a-z0-9]/g, '');
    return name.length >= 3 && plain.includes(name);
  });
}

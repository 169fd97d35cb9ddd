import type { Finding } from '@rolecall/base';
import { didYouMean } from '../expression/expression-problem.ts';
import { localTime } from '../expression/time.ts';
import { errorAt, warningAt } from '../finding-at.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { CheckContext, CheckedEmployee } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

type Employee = LoadedAsset<'ai_employee'>;

/** An employee connects capabilities that exist to servers that it declares, and is granted what its contracts ask for. */
export const employeeResources: CheckRule = (context) => [
  ...assetsOf(context.loaded, 'ai_employee').flatMap((employee) => [
    ...checkResources(context, employee),
    ...checkServers(employee),
    ...checkSessions(employee),
    ...checkSampling(employee),
    ...checkTransport(employee),
    ...checkZone(employee),
  ]),
  ...context.employees.flatMap(checkGrants),
];

function checkResources({ capabilities }: CheckContext, employee: Employee): readonly Finding[] {
  const servers = Object.keys(employee.asset.mcp_servers);
  return Object.entries(employee.asset.resources).flatMap(([capability, binding]) => {
    const path = ['resources', capability];
    const findings: Finding[] = [];
    if (!capabilities.has(capability)) {
      const message = `No contract has the capability "${capability}".`;
      findings.push(errorAt(employee, path, 'capability_unknown', message, didYouMean(capability, capabilities)));
    }
    if ('server' in binding && !servers.includes(binding.server)) {
      const message = `The server "${binding.server}" is not declared.`;
      const fix = didYouMean(binding.server, servers) ?? 'Declare it under mcp_servers.';
      findings.push(errorAt(employee, [...path, 'server'], 'server_unknown', message, fix));
    }
    if ('platform' in binding && !PLATFORM_TOOLS.includes(binding.platform)) {
      const message = `There is no platform tool "${binding.platform}".`;
      const fix = didYouMean(binding.platform, PLATFORM_TOOLS) ?? `There are ${PLATFORM_TOOLS.join(', ')}.`;
      findings.push(errorAt(employee, [...path, 'platform'], 'platform_tool_unknown', message, fix));
    }
    return findings;
  });
}

/** The engine's own tools, by the names that a binding gives them. */
const PLATFORM_TOOLS: readonly string[] = ['hand_over', 'follow_up', 'reminder', 'knowledge'];

function checkServers(employee: Employee): readonly Finding[] {
  const used = Object.values(employee.asset.resources).flatMap((binding) =>
    'server' in binding ? [binding.server] : [],
  );
  return Object.keys(employee.asset.mcp_servers)
    .filter((server) => !used.includes(server))
    .map((server) => {
      const message = `No capability uses the server "${server}", so that it never starts.`;
      return warningAt(
        employee,
        ['mcp_servers', server],
        'server_without_use',
        message,
        'Remove it, or bind a capability to it.',
      );
    });
}

/** A child for each conversation is a process for each; over HTTP it is a session, which costs the system little. */
function checkSessions(employee: Employee): readonly Finding[] {
  return Object.entries(employee.asset.mcp_servers).flatMap(([server, declared]) => {
    if (declared.transport !== 'stdio' || declared.session !== 'conversation') return [];
    const message = `"${server}" is started once for each conversation, as a process of its own.`;
    const fix = 'Share one if the system tells callers apart by an argument, or reach it over http.';
    return [warningAt(employee, ['mcp_servers', server, 'session'], 'server_per_conversation', message, fix)];
  });
}

/** Whoever wrote the system decides what the model reads and writes, and the business pays for it: somebody has to want that. */
function checkSampling(employee: Employee): readonly Finding[] {
  const { resources, model } = employee.asset;
  return Object.entries(resources).flatMap(([capability, binding]) => {
    if (!('server' in binding) || binding.sampling === undefined) return [];
    const { server, sampling } = binding;
    const path = ['resources', capability, 'sampling'];
    if (model.startsWith('builtin/')) {
      const message = `"${model}" writes nothing, so that what "${server}" asks of it is refused.`;
      return [
        warningAt(employee, path, 'sampling_without_model', message, 'Name a language model, or remove sampling.'),
      ];
    }
    const most = `${sampling.requests ?? 1} × ${sampling.max_tokens}`;
    const message = `"${server}" may send "${model}" words of its own, up to ${most} tokens of answer for each call of "${capability}".`;
    const fix = 'Allow it only for a system whose maker you trust; later revisions of MCP do without it.';
    return [warningAt(employee, path, 'sampling_allowed', message, fix)];
  });
}

/** Whoever listens on the way would read the secret. */
function checkTransport(employee: Employee): readonly Finding[] {
  return Object.entries(employee.asset.mcp_servers).flatMap(([server, declared]) => {
    if (declared.transport === 'stdio') return [];
    const { protocol, hostname } = new URL(declared.url);
    const carriesSecret =
      declared.authorization !== undefined ||
      Object.values(declared.headers).some((value) => typeof value !== 'string');
    if (protocol === 'https:' || !carriesSecret || LOOPBACK.test(hostname)) return [];
    const message = `"${server}" sends a credential to ${hostname} without encryption.`;
    const path = ['mcp_servers', server, 'url'];
    return [
      errorAt(employee, path, 'credential_without_encryption', message, 'Use an address that begins with https://.'),
    ];
  });
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

function checkZone(employee: Employee): readonly Finding[] {
  try {
    localTime(0, employee.asset.time_zone);
    return [];
  } catch {
    const message = `There is no time zone "${employee.asset.time_zone}".`;
    return [errorAt(employee, ['time_zone'], 'time_zone_unknown', message, 'Use a name such as Asia/Shanghai.')];
  }
}

function checkGrants({ employee, release }: CheckedEmployee): readonly Finding[] {
  const { grants } = employee.asset;
  const asked = new Map<string, string>();
  for (const { contract, control } of Object.values(release.contracts)) {
    for (const scope of [...(contract.authorization?.scopes ?? []), ...(control?.authorization?.scopes ?? [])]) {
      asked.set(scope, contract.id);
    }
  }
  const missing = [...asked].filter(([scope]) => !grants.includes(scope));
  const unused = grants.filter((grant) => !asked.has(grant));
  return [
    ...missing.map(([scope, contract]) => {
      const message = `"${contract}" asks for "${scope}", which "${employee.asset.id}" is not granted: every call would be refused.`;
      return warningAt(employee, ['grants'], 'grant_missing', message, didYouMean(scope, unused) ?? 'Grant it.');
    }),
    ...unused.map((grant) => {
      const message = `No contract asks for the grant "${grant}".`;
      const path = ['grants', grants.indexOf(grant)];
      return warningAt(
        employee,
        path,
        'grant_without_use',
        message,
        didYouMean(
          grant,
          missing.map(([scope]) => scope),
        ) ?? 'Remove it.',
      );
    }),
  ];
}

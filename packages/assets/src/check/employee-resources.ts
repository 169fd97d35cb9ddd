import { didYouMean, type Finding } from '@rolecall/base';
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
      const message = {
        en: `No contract has the capability "${capability}".`,
        zh: `没有契约提供能力“${capability}”。`,
      };
      findings.push(errorAt(employee, path, 'capability_unknown', message, didYouMean(capability, capabilities)));
    }
    if ('server' in binding && !servers.includes(binding.server)) {
      const message = {
        en: `The server "${binding.server}" is not declared.`,
        zh: `服务器“${binding.server}”没有声明。`,
      };
      const fix = didYouMean(binding.server, servers) ?? {
        en: 'Declare it under mcp_servers.',
        zh: '在 mcp_servers 下声明它。',
      };
      findings.push(errorAt(employee, [...path, 'server'], 'server_unknown', message, fix));
    }
    if ('platform' in binding && !PLATFORM_TOOLS.includes(binding.platform)) {
      const message = {
        en: `There is no platform tool "${binding.platform}".`,
        zh: `没有平台工具“${binding.platform}”。`,
      };
      const fix = didYouMean(binding.platform, PLATFORM_TOOLS) ?? {
        en: `There are ${PLATFORM_TOOLS.join(', ')}.`,
        zh: `可用的有 ${PLATFORM_TOOLS.join('、')}。`,
      };
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
      const message = {
        en: `No capability uses the server "${server}", so that it never starts.`,
        zh: `没有能力使用服务器“${server}”，它永远不会启动。`,
      };
      return warningAt(employee, ['mcp_servers', server], 'server_without_use', message, {
        en: 'Remove it, or bind a capability to it.',
        zh: '去掉它，或把一项能力绑定到它。',
      });
    });
}

/** A child for each conversation is a process for each; over HTTP it is a session, which costs the system little. */
function checkSessions(employee: Employee): readonly Finding[] {
  return Object.entries(employee.asset.mcp_servers).flatMap(([server, declared]) => {
    if (declared.transport !== 'stdio' || declared.session !== 'conversation') return [];
    const message = {
      en: `"${server}" is started once for each conversation, as a process of its own.`,
      zh: `“${server}”要为每个会话各启动一个进程。`,
    };
    const fix = {
      en: 'Share one if the system tells callers apart by an argument, or reach it over http.',
      zh: '如果系统靠参数区分调用者，就共用一个；或改用 http 连接。',
    };
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
      const message = {
        en: `"${model}" writes nothing, so that what "${server}" asks of it is refused.`,
        zh: `“${model}”不会写东西，“${server}”向它要的内容一律被拒绝。`,
      };
      return [
        warningAt(employee, path, 'sampling_without_model', message, {
          en: 'Name a language model, or remove sampling.',
          zh: '写上一个语言模型，或去掉 sampling。',
        }),
      ];
    }
    const most = `${sampling.requests ?? 1} × ${sampling.max_tokens}`;
    const message = {
      en: `"${server}" may send "${model}" words of its own, up to ${most} tokens of answer for each call of "${capability}".`,
      zh: `“${server}”可以把自己的文字发给“${model}”，“${capability}”的每次调用最多得到 ${most} 个 token 的回答。`,
    };
    const fix = {
      en: 'Allow it only for a system whose maker you trust; later revisions of MCP do without it.',
      zh: '只有信任其制作者的系统才可以允许；MCP 后来的修订版不再有它。',
    };
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
    const message = {
      en: `"${server}" sends a credential to ${hostname} without encryption.`,
      zh: `“${server}”把凭证不加密地发给 ${hostname}。`,
    };
    const path = ['mcp_servers', server, 'url'];
    return [
      errorAt(employee, path, 'credential_without_encryption', message, {
        en: 'Use an address that begins with https://.',
        zh: '使用以 https:// 开头的地址。',
      }),
    ];
  });
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

function checkZone(employee: Employee): readonly Finding[] {
  try {
    localTime(0, employee.asset.time_zone);
    return [];
  } catch {
    const message = {
      en: `There is no time zone "${employee.asset.time_zone}".`,
      zh: `没有时区“${employee.asset.time_zone}”。`,
    };
    return [
      errorAt(employee, ['time_zone'], 'time_zone_unknown', message, {
        en: 'Use a name such as Asia/Shanghai.',
        zh: '写成 Asia/Shanghai 这样的名字。',
      }),
    ];
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
      const message = {
        en: `"${contract}" asks for "${scope}", which "${employee.asset.id}" is not granted: every call would be refused.`,
        zh: `“${contract}”资源要求“${scope}”，“${employee.asset.id}”没有被授予：每次调用都会被拒绝。`,
      };
      return warningAt(
        employee,
        ['grants'],
        'grant_missing',
        message,
        didYouMean(scope, unused) ?? { en: 'Grant it.', zh: '授予它。' },
      );
    }),
    ...unused.map((grant) => {
      const message = { en: `No contract asks for the grant "${grant}".`, zh: `没有契约要求授权“${grant}”。` };
      const path = ['grants', grants.indexOf(grant)];
      return warningAt(
        employee,
        path,
        'grant_without_use',
        message,
        didYouMean(
          grant,
          missing.map(([scope]) => scope),
        ) ?? { en: 'Remove it.', zh: '去掉它。' },
      );
    }),
  ];
}

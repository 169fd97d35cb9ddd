import type { Sentence } from '@rolecall/base/sentences';

/**
 * Why a static boundary lets a capability through or holds it back. What a decision records is the English one, whatever language somebody reads it in: it is a part of the
 * record and does not change with the reader.
 */
export const SPACE_SENTENCES = {
  installs: {
    en: '{business} installs {task}, which introduces {capability} through {requirement}',
    zh: '{business} 安装了 {task}，它通过 {requirement} 引入 {capability}',
  },
  installs_platform: {
    en: '{business} installs {task}, which introduces {capability} through its platform tools',
    zh: '{business} 安装了 {task}，它通过自己的平台工具引入 {capability}',
  },
  installs_nothing: {
    en: '{business} installs no task that introduces {capability}',
    zh: '{business} 没有安装引入 {capability} 的任务',
  },
  installs_nothing_of: {
    en: '{business} installs no task that introduces {capability} ({others} would)',
    zh: '{business} 没有安装引入 {capability} 的任务（{others} 可以引入）',
  },
  binds: { en: '{task} binds {contract} for {capability}', zh: '{task} 为 {capability} 绑定了 {contract}' },
  binds_in: {
    en: '{task} binds {contract} for {capability}, in the stage {stages}',
    zh: '{task} 为 {capability} 绑定了 {contract}，限于阶段 {stages}',
  },
  nobody_binds: {
    en: 'no installed task binds a contract for {capability}',
    zh: '已安装的任务都没有为 {capability} 绑定契约',
  },
  binds_nothing: {
    en: '{task} introduces {capability} and binds no contract for it',
    zh: '{task} 引入了 {capability}，却没有为它绑定契约',
  },
  permits_platform: { en: '{business} permits the platform tool', zh: '{business} 许可了这个平台工具' },
  permits_no_platform: {
    en: '{business} does not permit the platform tool {capability}',
    zh: '{business} 没有许可平台工具 {capability}',
  },
  no_requirement: {
    en: 'no installed task names a requirement with {capability}',
    zh: '已安装的任务都没有写含 {capability} 的资源要求',
  },
  permits_not: { en: '{business} does not permit {requirement}', zh: '{business} 没有许可 {requirement}' },
  permits_without: {
    en: '{business} permits {requirement} without {capability}',
    zh: '{business} 许可了 {requirement}，但不含 {capability}',
  },
  permits: {
    en: '{business} permits {requirement} with {capability}',
    zh: '{business} 许可了 {requirement}，含 {capability}',
  },
  declares: { en: '{pack} declares it', zh: '{pack} 声明了它' },
  declares_others: {
    en: 'the role pack {pack} declares capabilities of "{domain}", and not {capability}',
    zh: '角色包 {pack} 声明了“{domain}”域的能力，不含 {capability}',
  },
  standard_domain: {
    en: 'the role pack {pack} declares capabilities, and "{domain}" is a standard domain, and not {capability}',
    zh: '角色包 {pack} 声明了能力，“{domain}”是标准域，其中没有 {capability}',
  },
  strategy_blocks: {
    en: 'the strategy of {pack} blocks all tools (act.toolMode)',
    zh: '{pack} 的策略禁用所有工具（act.toolMode）',
  },
  strategy_reads: {
    en: 'the strategy of {pack} allows only reads (act.toolReadonly)',
    zh: '{pack} 的策略只允许读取（act.toolReadonly）',
  },
  no_tool: { en: '{employee} binds no tool for {capability}', zh: '{employee} 没有为 {capability} 绑定工具' },
  platform_for_server: {
    en: '{employee} binds a platform tool where {requirement} needs a server',
    zh: '{requirement} 需要服务器，{employee} 绑定的却是平台工具',
  },
  binds_platform: { en: '{employee} binds the platform tool {tool}', zh: '{employee} 绑定了平台工具 {tool}' },
  server_for_platform: {
    en: '{employee} binds a server where {capability} is a platform tool',
    zh: '{capability} 是平台工具，{employee} 绑定的却是服务器',
  },
  server_undeclared: {
    en: '{employee} names the server {server} for {capability} and does not declare it',
    zh: '{employee} 为 {capability} 写了服务器 {server}，却没有声明它',
  },
  binds_tool: {
    en: '{employee} binds the tool {tool} of the server {server}',
    zh: '{employee} 绑定了服务器 {server} 的工具 {tool}',
  },
} as const satisfies Readonly<Record<string, Sentence>>;

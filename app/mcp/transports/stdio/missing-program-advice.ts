/** What a user can do about a program that isn't installed. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { editDistance } from '../../../base/edit-distance'
import { HostError } from '../../../base/host-error'
import { isRemotePath } from '../../../base/remote-path'
import type { LocalizedText } from '../../../contract/localized-text'
import { say, sentences } from '../../../texts/render-localized'
import { searchedFolders, type NotOnSearchPath, type Where } from './command-resolution'

interface Product {
  readonly name: string
  readonly programs: RegExp
  /** What installs it, by operating system. */
  readonly by: Readonly<Partial<Record<NodeJS.Platform, string>>>
  readonly address: string
}

const products: readonly Product[] = [
  {
    name: 'Node.js',
    programs: /^(?:node|npx|npm|corepack)$/,
    by: {
      darwin: 'brew install node',
      win32: 'winget install OpenJS.NodeJS.LTS',
      linux: 'sudo apt install nodejs npm'
    },
    address: 'https://nodejs.org'
  },
  {
    name: 'uv',
    programs: /^uvx?$/,
    by: { darwin: 'brew install uv', win32: 'winget install astral-sh.uv', linux: 'pipx install uv' },
    address: 'https://docs.astral.sh/uv'
  },
  {
    name: 'Python',
    programs: /^(?:python3?|py|pip3?|pipx)$/,
    by: {
      darwin: 'brew install python',
      win32: 'winget install Python.Python.3.13',
      linux: 'sudo apt install python3 pipx'
    },
    address: 'https://www.python.org'
  },
  {
    name: 'Docker',
    programs: /^docker(?:-compose)?$/,
    by: {
      darwin: 'brew install --cask docker',
      win32: 'winget install Docker.DockerDesktop',
      linux: 'sudo apt install docker.io'
    },
    address: 'https://docs.docker.com/get-started/get-docker'
  },
  {
    name: 'Podman',
    programs: /^podman$/,
    by: {
      darwin: 'brew install podman',
      win32: 'winget install RedHat.Podman',
      linux: 'sudo apt install podman'
    },
    address: 'https://podman.io'
  },
  {
    name: 'Bun',
    programs: /^bunx?$/,
    by: { darwin: 'brew install oven-sh/bun/bun', win32: 'winget install Oven-sh.Bun' },
    address: 'https://bun.com'
  },
  {
    name: 'Deno',
    programs: /^deno$/,
    by: { darwin: 'brew install deno', win32: 'winget install DenoLand.Deno' },
    address: 'https://deno.com'
  },
  {
    name: 'Java',
    programs: /^java$/,
    by: {
      darwin: 'brew install openjdk',
      win32: 'winget install Microsoft.OpenJDK.21',
      linux: 'sudo apt install default-jre'
    },
    address: 'https://adoptium.net'
  },
  {
    name: '.NET',
    programs: /^dotnet$/,
    by: {
      darwin: 'brew install dotnet',
      win32: 'winget install Microsoft.DotNet.SDK.9',
      linux: 'sudo apt install dotnet-sdk-8.0'
    },
    address: 'https://dotnet.microsoft.com'
  }
]

/** The failure with the most similar program, what to install on this system, and the searched folders. */
export async function adviseMissingProgram(missing: NotOnSearchPath, where: Where): Promise<HostError> {
  const nearest = await findNearest(missing.program, where)
  const text = sentences(
    missing.lost,
    ...(nearest === null ? [] : [say('mcp.didYouMean', { program: nearest })]),
    installing(missing.program, where.platform),
    missing.searched
  )
  return new HostError(missing.code, text)
}

function installing(program: string, platform: NodeJS.Platform): LocalizedText {
  const product = products.find(({ programs }) => programs.test(plainName(program)))
  if (product === undefined) return say('mcp.installOrPath')
  const { name, address } = product
  const command = product.by[platform]
  return command === undefined
    ? say('mcp.installFrom', { product: name, address })
    : say('mcp.installBy', { product: name, command, address })
}

function plainName(program: string): string {
  return program.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '')
}

const mostNames = 20_000

/** A program in the searched folders with a similar name; null if none. */
async function findNearest(program: string, where: Where): Promise<string | null> {
  const wanted = plainName(program)
  const limit = wanted.length <= 4 ? 1 : 2
  let nearest: { readonly name: string; readonly distance: number } | null = null
  let remaining = mostNames
  for (const folder of searchedFolders(where)) {
    if (isRemotePath(folder, where.platform)) continue
    const names = await readdir(folder).catch(() => [])
    for (const file of names.slice(0, remaining)) {
      const name = where.platform === 'win32' ? plainName(path.win32.basename(file)) : file
      const distance = name === wanted ? limit + 1 : editDistance(wanted, name)
      if (distance <= limit && (nearest === null || distance < nearest.distance)) nearest = { name, distance }
    }
    remaining -= names.length
    if (remaining <= 0) break
  }
  return nearest?.name ?? null
}

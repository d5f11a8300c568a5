/**
 * Figures of the best of five other MCP apps on Electron, relative to the same Electron or the same floor. Measured once, in
 * November 2026, on two cores. `--compare` measures the start and streaming of another app.
 * @type {Readonly<Record<string, string>>} by the name of a figure
 */
export const bestPeers = {
  'start to first paint': '× 2.7',
  'CPU to start': '× 6',
  'memory when idle (PSS)': '× 1.55',
  'processor when idle, 10 servers': '0 to 7 %',
  'package beyond Electron': '15 MB',
  'a long answer, in scripts': '18 s',
  'a long answer, late frames': '71 %',
  'a long answer, memory kept': 'over 900 MB',
  '30 servers, first ready': '× 16',
  '30 servers, all ready': '× 1.2'
}

/**
 * How globs on names of tools are read (picomatch): names are no paths, so `*` goes over slashes and dots, and over line breaks, which a name that
 * an agent made up may hold.
 */
export const TOOL_GLOB = { bash: true, dot: true, nonegate: true, flags: 's' } as const;

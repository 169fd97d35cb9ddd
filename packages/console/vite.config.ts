import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0 },
  // `npm run dev` shows the page against a server that runs beside it; the server refuses foreign origins.
  server: {
    proxy: {
      '/api': {
        target: process.env.ROLECALL_URL ?? 'http://127.0.0.1:4700',
        changeOrigin: true,
        headers: { origin: process.env.ROLECALL_URL ?? 'http://127.0.0.1:4700' },
      },
    },
  },
});

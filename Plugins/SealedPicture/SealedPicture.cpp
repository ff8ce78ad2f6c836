// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// A service extension in C++: it opens a text that the sender sealed with AES-GCM, downloads a
// picture that is sealed with the same key, and attaches it. The key is in the app's group, where
// the app put it. README.md says how to run it.
#include <belfry.hpp>

#include <curl/curl.h>
#include <openssl/evp.h>

#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using bytes = std::vector<unsigned char>;

constexpr std::size_t key_count = 32, nonce_count = 12, tag_count = 16;

// Of a picture that is downloaded; the memory budget is 24 MB.
constexpr std::size_t most_bytes = 4 << 20;
constexpr long most_seconds = 10;

bytes decode_base64(const std::string &text) {
    bytes result(text.size() / 4 * 3);
    const auto *begin = reinterpret_cast<const unsigned char *>(text.data());
    const int count = EVP_DecodeBlock(result.data(), begin, int(text.size()));
    if (count < 0) throw std::runtime_error("the payload has text that is not base64");
    const std::size_t last = text.find_last_not_of('=');
    result.resize(std::size_t(count) - (text.size() - (last + 1)));
    return result;
}

bytes read_key() {
    const auto group = belfry::storage::group("group.org.example.zoo");
    if (!group) throw std::runtime_error("the bundle has no app group to keep a key in");
    std::ifstream file(std::string(group->path) + "/message.key", std::ios::binary);
    bytes key((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (key.size() != key_count)
        throw std::runtime_error("the app group has no message.key of 32 bytes");
    return key;
}

// Opens what is a nonce, the sealed bytes and a tag, in this order.
std::string open(const bytes &sealed, const bytes &key) {
    if (sealed.size() < nonce_count + tag_count) throw std::runtime_error("it is too short");
    const unsigned char *nonce = sealed.data(), *text = nonce + nonce_count;
    const std::size_t count = sealed.size() - nonce_count - tag_count;
    bytes tag(text + count, text + count + tag_count), plain(count + 1);
    const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(
        EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
    int written = 0, rest = 0;
    const EVP_CIPHER *cipher = EVP_aes_256_gcm();
    const bool is_open =
        context && EVP_DecryptInit_ex(context.get(), cipher, nullptr, key.data(), nonce) &&
        EVP_DecryptUpdate(context.get(), plain.data(), &written, text, int(count)) &&
        EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, tag_count, tag.data()) &&
        EVP_DecryptFinal_ex(context.get(), plain.data() + written, &rest) > 0;
    if (!is_open) throw std::runtime_error("the key does not open it");
    return std::string(plain.begin(), plain.begin() + written + rest);
}

// Called by libcurl, which is C: no exception may leave it, and a short count ends the download.
std::size_t keep(char *from, std::size_t, std::size_t count, void *into) noexcept {
    bytes &body = *static_cast<bytes *>(into);
    if (count > most_bytes - body.size()) return 0;
    try {
        body.insert(body.end(), from, from + count);
        return count;
    } catch (const std::bad_alloc &) {
        return 0;
    }
}

// Downloads a body; libcurl finds Belfry's proxy in http_proxy and https_proxy.
bytes download(const std::string &address) {
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> transfer(curl_easy_init(),
                                                                       curl_easy_cleanup);
    if (!transfer) throw std::runtime_error("libcurl does not begin");
    bytes body;
    curl_easy_setopt(transfer.get(), CURLOPT_URL, address.c_str());
    curl_easy_setopt(transfer.get(), CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(transfer.get(), CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(transfer.get(), CURLOPT_TIMEOUT, most_seconds);
    curl_easy_setopt(transfer.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(transfer.get(), CURLOPT_WRITEFUNCTION, keep);
    curl_easy_setopt(transfer.get(), CURLOPT_WRITEDATA, &body);
    const CURLcode code = curl_easy_perform(transfer.get());
    if (code != CURLE_OK) throw std::runtime_error(address + ": " + curl_easy_strerror(code));
    return body;
}

std::string member(const belfry::json &object, std::string_view name) {
    const auto found = object.find(name);
    const auto text = found ? found->string() : std::nullopt;
    if (!text) throw std::runtime_error("there is no \"" + std::string(name) + "\"");
    return *text;
}

} // namespace

class sealed_picture final : public belfry::service_extension {
    void did_receive(belfry::request request, belfry::completion completion) override {
        belfry::content best = request.copy();
        const belfry::json info(request.original().user_info());
        attempt("the message", [&] { unseal(info, best); });
        attempt("the picture", [&] { attach_picture(info, best); });
        std::move(completion)(std::move(best));
    }

    // What fails is logged, and the rest is delivered.
    template <class Work> static void attempt(const char *what, Work &&work) {
        try {
            work();
        } catch (const std::exception &failure) {
            const std::string line = what + std::string(" stays sealed: ") + failure.what();
            belfry::log(belfry::log_level::warning, line);
        }
    }

    // Puts the sealed text in the place of what everybody may read.
    static void unseal(const belfry::json &info, belfry::content &best) {
        best.set_body("A new picture");
        const std::string document = open(decode_base64(member(info, "sealed")), read_key());
        const belfry::json message(document);
        best.set_title(member(message, "sender")).set_body(member(message, "text"));
    }

    // Without the key nothing is downloaded, since it could not be opened.
    static void attach_picture(const belfry::json &info, belfry::content &best) {
        const bytes key = read_key();
        const std::string picture = open(download(member(info, "picture-url")), key);
        const std::string path = std::string(belfry::bundle::container()) + "/picture.png";
        std::ofstream file(path, std::ios::binary);
        file << picture;
        file.close();
        if (!file) throw std::runtime_error("the picture cannot be written");
        best.attach({path, "picture"});
    }
};

BELFRY_EXTENSION(sealed_picture);
